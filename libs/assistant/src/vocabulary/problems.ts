import type { Finding, Order } from '#libs/furniture';
import { MEASURES, type Measured, measure } from './measure.js';

const QUOTED_MOST = 40;
const quoted = (text: string): string => `«${text.length > QUOTED_MOST ? `${text.slice(0, QUOTED_MOST)}…` : text}»`;

export const problem = (
  code: 'OP-READ' | 'OP-ID' | 'OP-NUM' | 'OP-WALL' | 'OP-TURN' | 'OP-MIX' | 'OP-EMPTY' | 'OP-FIELD' | 'OP-REFUSED',
  path: string,
  msg: string,
  fixHint?: string,
): Finding => ({ code, severity: 'error', path, msg, ...(fixHint === undefined ? {} : { fixHint }) });

interface Standing {
  readonly order: Order | undefined;
  /** Walls of the plan in the same batch: ids are then of no order yet. */
  readonly planned?: number;
}

/** Collects what is wrong with one batch, with code, place and lawful choices. */
export class Problems {
  readonly found: Finding[] = [];

  constructor(private readonly standing: Standing) {}

  add(...args: Parameters<typeof problem>): undefined {
    this.found.push(problem(...args));
    return undefined;
  }

  /** mm; undefined where nothing is said, or nothing that can be read (and then that is found). */
  size(words: string | null, what: Measured, path: string): number | undefined {
    if (words === null) return undefined;
    return (
      measure(words, what) ??
      this.add('OP-NUM', path, `Размер ${quoted(words)} не читается.`, `нужна ${MEASURES[what]}`)
    );
  }

  /** The same, of a field that must be there. */
  sized(words: string, what: Measured, path: string): number {
    return this.size(words, what, path) ?? 0;
  }

  node(id: string, path: string): string {
    const ids = this.standing.order?.runs.flatMap(({ nodes }) => nodes.map((node) => node.id)) ?? [];
    return this.known('узла', id, ids, path);
  }

  item(id: string, path: string): string {
    return this.known('прибора', id, this.standing.order?.items.map((item) => item.id) ?? [], path);
  }

  obstacle(id: string, path: string): string {
    return this.known('препятствия', id, this.standing.order?.obstacles.map((one) => one.id) ?? [], path);
  }

  wall(id: string, path: string): string {
    const { order, planned } = this.standing;
    const count = planned ?? order?.room.walls.length ?? 0;
    const walls = Array.from({ length: count }, (_, i) => String.fromCharCode('A'.charCodeAt(0) + i));
    if (!walls.includes(id)) this.add('OP-WALL', path, `Стены ${id} нет.`, `есть ${walls.join(', ') || 'ни одной'}`);
    return id;
  }

  private known(what: string, id: string, ids: readonly string[], path: string): string {
    if (this.standing.planned !== undefined)
      this.add('OP-ID', path, 'Рядом с plan_kitchen узлы ещё без имён.', 'сначала только plan_kitchen и отделка');
    else if (!ids.includes(id))
      this.add('OP-ID', path, `В заказе нет ${what} ${quoted(id)}.`, `есть ${ids.join(', ') || 'ни одного'}`);
    return id;
  }
}

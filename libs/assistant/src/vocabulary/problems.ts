import { type Finding, given, type Order, wallIdAt } from '#libs/furniture';
import { EXPECTED_SIZES, type Measured, measure } from './measure.js';

const MAX_QUOTE_LENGTH = 40;
const quoted = (text: string): string =>
  `«${text.length > MAX_QUOTE_LENGTH ? `${text.slice(0, MAX_QUOTE_LENGTH)}…` : text}»`;

export const problem = (
  code: 'OP-READ' | 'OP-ID' | 'OP-NUM' | 'OP-WALL' | 'OP-TURN' | 'OP-MIX' | 'OP-EMPTY' | 'OP-FIELD' | 'OP-REFUSED',
  path: string,
  msg: string,
  fixHint?: string,
): Finding => ({ code, severity: 'error', path, msg, ...given({ fixHint }) });

interface BatchContext {
  readonly order: Order | undefined;
  /** Number of walls of a plan in the same batch; its nodes have no ids yet. */
  readonly planned: number | undefined;
}

/** Collects the findings of one batch, with code, path and valid choices. */
export class Problems {
  readonly found: Finding[] = [];

  constructor(private readonly standing: BatchContext) {}

  add(...args: Parameters<typeof problem>): undefined {
    this.found.push(problem(...args));
    return undefined;
  }

  /** mm; undefined if absent or unreadable (which is recorded). */
  size(words: string | null, what: Measured, path: string): number | undefined {
    if (words === null) return undefined;
    return (
      measure(words, what) ??
      this.add('OP-NUM', path, `Размер ${quoted(words)} не читается.`, `нужна ${EXPECTED_SIZES[what]}`)
    );
  }

  /** The same for a required field. */
  requiredSize(words: string, what: Measured, path: string): number {
    return this.size(words, what, path) ?? 0;
  }

  /** An id, checked against the order; null where none was named. */
  node<Id extends string | null>(id: Id, path: string): Id {
    const ids = this.standing.order?.runs.flatMap(({ nodes }) => nodes.map((node) => node.id)) ?? [];
    return this.known('узла', id, ids, path);
  }

  item(id: string, path: string): string {
    return this.known('прибора', id, this.standing.order?.items.map((item) => item.id) ?? [], path);
  }

  obstacle<Id extends string | null>(id: Id, path: string): Id {
    return this.known('препятствия', id, this.standing.order?.obstacles.map((one) => one.id) ?? [], path);
  }

  wall<Id extends string | null>(id: Id, path: string): Id {
    const { order, planned } = this.standing;
    const count = planned ?? order?.room.walls.length ?? 0;
    const walls = Array.from({ length: count }, (_, i) => wallIdAt(i));
    if (id !== null && !walls.includes(id))
      this.add('OP-WALL', path, `Стены ${id} нет.`, `есть ${walls.join(', ') || 'ни одной'}`);
    return id;
  }

  private known<Id extends string | null>(what: string, id: Id, ids: readonly string[], path: string): Id {
    if (id === null) return id;
    if (this.standing.planned !== undefined)
      this.add('OP-ID', path, 'Рядом с plan_kitchen узлы ещё без имён.', 'сначала только plan_kitchen и отделка');
    else if (!ids.includes(id))
      this.add('OP-ID', path, `В заказе нет ${what} ${quoted(id)}.`, `есть ${ids.join(', ') || 'ни одного'}`);
    return id;
  }
}

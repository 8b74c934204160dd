import { type Finding, given, type Order, wallIdAt } from '#libs/furniture';
import { expectedSize, type Measured, measure } from './measure.js';

const MAX_QUOTE_LENGTH = 40;
const quoted = (text: string): string =>
  `«${text.length > MAX_QUOTE_LENGTH ? `${text.slice(0, MAX_QUOTE_LENGTH)}…` : text}»`;

export const problem = (
  code: 'OP-READ' | 'OP-ID' | 'OP-NUM' | 'OP-WALL' | 'OP-TURN' | 'OP-MIX' | 'OP-EMPTY' | 'OP-FIELD' | 'OP-REFUSED',
  path: string,
  msg: string,
  fixHint?: string,
): Finding => ({ code, severity: 'error', path, msg, ...given({ fixHint }) });

/** «actions[0].walls[1].length»: how paths are written in findings. */
export const joinPath = (keys: readonly PropertyKey[]): string =>
  keys.reduce<string>(
    (path, key) => (typeof key === 'number' ? `${path}[${key}]` : `${path}${path && '.'}${String(key)}`),
    '',
  );

/** Collects what is wrong with a batch, with code, path and valid choices; `at` speaks of a part of it. */
export class Problems {
  constructor(
    private readonly path: readonly PropertyKey[] = [],
    readonly found: Finding[] = [],
  ) {}

  at(...path: readonly PropertyKey[]): Problems {
    return new Problems([...this.path, ...path], this.found);
  }

  add(code: Parameters<typeof problem>[0], field: PropertyKey, msg: string, fixHint?: string): undefined {
    this.found.push(problem(code, joinPath([...this.path, field]), msg, fixHint));
    return undefined;
  }

  /** mm; undefined if absent or unreadable (which is recorded). */
  size(field: string, words: string | undefined, what: Measured): number | undefined {
    if (words === undefined) return undefined;
    return (
      measure(words, what) ??
      this.add('OP-NUM', field, `Размер ${quoted(words)} не читается.`, `нужна ${expectedSize(what)}`)
    );
  }
}

/**
 * Checks each id in a batch against the order; the name of its field says of what it is.
 * @param planned number of walls of a plan in the same batch; its nodes have no ids yet.
 */
export function checkIds(
  batch: readonly object[],
  order: Order | undefined,
  planned: number | undefined,
  all: Problems,
) {
  const idsOf = (list: readonly { id: string }[] = []): string[] => list.map(({ id }) => id);
  const node = { what: 'узла', ids: idsOf(order?.runs.flatMap(({ nodes }) => nodes)) };
  const count = planned ?? order?.room.walls.length ?? 0;
  const wall = { what: 'стены', ids: Array.from({ length: count }, (_, i) => wallIdAt(i)) };
  const item = { what: 'прибора', ids: idsOf(order?.items) };
  const id = { what: 'препятствия', ids: idsOf(order?.obstacles) };
  const known = new Map(Object.entries({ node, a: node, b: node, wall, on: wall, item, id }));
  const visit = (value: unknown, name: string, key: PropertyKey, problems: Problems): void => {
    if (typeof value === 'object' && value !== null)
      for (const [field, inner] of Object.entries(value))
        Array.isArray(value)
          ? visit(inner, name, Number(field), problems.at(key))
          : visit(inner, field, field, problems.at(key));
    const { what, ids = [] } = known.get(name) ?? {};
    if (typeof value !== 'string' || what === undefined) return;
    if (planned !== undefined && what !== wall.what)
      problems.add('OP-ID', key, 'Рядом с plan_kitchen узлы ещё без имён.', 'сначала только plan_kitchen и отделка');
    else if (!ids.includes(value)) {
      const [code, choices] = [what === wall.what ? 'OP-WALL' : 'OP-ID', ids.join(', ')] as const;
      problems.add(code, key, `В заказе нет ${what} ${quoted(value)}.`, `есть ${choices || 'ни одного'}`);
    }
  };
  visit(batch, '', 'actions', all);
}

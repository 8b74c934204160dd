import type { Brief, Fixture } from '../../src/layout/brief.js';
import { compose } from '../../src/layout/compose.js';
import { wallIdAt } from '../../src/order/nodes.js';
import { judged } from './judged.js';

/**
 * Whether any order without errors has the dishwasher beside the sink, in the same room with the same things in the same
 * widths: every way to share them among the walls is tried in every sequence, whatever the preferences say against it.
 */
export function canStandBeside(brief: Brief): boolean {
  const inCorner = brief.fixtures.filter(({ where }) => where === 'corner');
  for (const free of sequences(brief.fixtures.filter((f) => !inCorner.includes(f)))) {
    const [sink, machine] = [place(free, 'sink'), place(free, 'dishwasher')];
    if (sink >= 0 && Math.abs(sink - machine) > 1) continue;
    for (const walls of shares(free.length, brief.walls.length)) {
      const fixtures = [...inCorner, ...free.map((f, i) => ({ ...f, wall: wallIdAt(walls[i] ?? 0) }))];
      const made = compose({ ...brief, fixtures, ordered: true }, { orderId: 'ord' });
      if (made.ok && judged(made.order, brief, []).apart.length === 0) return true;
    }
  }
  return false;
}

const place = (fixtures: readonly Fixture[], kind: Fixture['kind']): number =>
  fixtures.findIndex((f) => f.kind === kind);

function* sequences(fixtures: readonly Fixture[]): Generator<Fixture[]> {
  if (fixtures.length === 0) yield [];
  for (const first of fixtures)
    for (const rest of sequences(fixtures.filter((f) => f !== first))) yield [first, ...rest];
}

/** Walls of things in their sequence: each stands on the wall of the one before it or on a later one. */
function* shares(things: number, walls: number, from = 0): Generator<number[]> {
  if (things === 0) yield [];
  else
    for (let wall = from; wall < walls; wall++)
      for (const rest of shares(things - 1, walls, wall)) yield [wall, ...rest];
}

import { type Edit, edit, type Fixture, type Order } from '#libs/furniture';
import type { Place } from '../brief/facts.js';
import { allOf, type Standing } from './refer.js';
import { wantedOf } from './replace.js';
import { endsOf, type spotOf } from './wishes.js';

/** Plain units that nobody asked for by name, nearest first to the spot: they give way to what is. */
function fillers(order: Order, spot: NonNullable<ReturnType<typeof spotOf>>): Standing[] {
  const id = spot.before ?? spot.after;
  const at = allOf(order).find(({ node }) => node.id === id);
  return allOf(order)
    .filter(({ node, run }) => run.wall === at?.run.wall && run.tier === 'base' && /^(B|BD3|BB)$/.test(node.code))
    .sort(
      (a, b) => Math.abs(Number(a.node.at) - Number(at?.node.at)) - Math.abs(Number(b.node.at) - Number(at?.node.at)),
    );
}

/** Plain units that may go for one new thing. */
const FILLERS_MOST = 2;

/** «справа от мойки», «между мойкой и плитой», «в начале»: right there, where the row has or can make room for it. */
export function besideEdits(
  order: Order,
  fixture: Fixture,
  place: Place | undefined,
  spot: ReturnType<typeof spotOf>,
): Edit[] | undefined {
  const ended =
    place?.where === 'start' || place?.where === 'end' || (place?.hand !== undefined && fixture.kind === 'fridge');
  const unit = place?.between || place?.side || ended ? wantedOf(fixture) : undefined;
  if (!unit || unit.item || !spot) return undefined;
  const one: Edit = { op: 'add', ...unit, ...spot };
  if (edit(order, [one]).ok) return [one];
  if (!ended || spot.at !== undefined) return undefined;
  const free = fillers(order, spot);
  const ways = [...free.map((filler) => [filler]), free.slice(0, FILLERS_MOST)];
  return ways.map((gone) => insteadOf(order, gone, spot, unit)).find((batch) => batch !== undefined);
}

/** The new thing at its end of the row, in place of some plain units; nothing where it does not fit there. */
function insteadOf(
  order: Order,
  gone: readonly Standing[],
  spot: NonNullable<ReturnType<typeof spotOf>>,
  unit: { code: string; w?: number },
): Edit[] | undefined {
  const ids = gone.map(({ node }) => node.id);
  const row = endsOf(order, gone[0]?.run.wall, ids);
  const at = spot.before === undefined ? { after: row[1] ?? '' } : { before: row[0] ?? '' };
  const batch: Edit[] = [...ids.map((node): Edit => ({ op: 'remove', node })), { op: 'add', ...unit, ...at }];
  return ids.length > 0 && edit(order, batch).ok ? batch : undefined;
}

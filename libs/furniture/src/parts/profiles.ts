import derived from '../../data/derived.json' with { type: 'json' };
import type { Part, Unit, Zone, ZoneKind } from '../catalogue/module.js';
import { hasTrait } from '../catalogue/traits.js';
import { nodesAlong, type Stretch, stretchesOf } from '../geometry/stretches.js';
import { nodeUnit } from '../order/node-unit.js';
import type { Order, OrderNode } from '../order/order.js';

/** Fronts that carry a grip. */
const OPENED: ReadonlySet<ZoneKind> = new Set<ZoneKind>(['door', 'drawer', 'drop', 'pullout']);
/** Fronts that the gola profile runs above. */
const FACED: ReadonlySet<ZoneKind> = new Set<ZoneKind>([...OPENED, 'false']);

/** Lengths of the lighting under the wall units, mm; one tape and one profile each. */
export function lights(order: Order): { node: OrderNode; length: number }[] {
  if (!order.lighting.under) return [];
  return order.room.walls.flatMap((wall) =>
    nodesAlong(order, wall.id, (run) => run.tier === 'wall')
      .filter((lying) => !hasTrait(lying.module, 'unlit'))
      .map(({ node, module }) => ({ node, length: node.w - module.blind })),
  );
}

/** Widths of the fronts of a unit that carry a grip, mm. Fixed fronts and flaps above carry none. */
export const gripsOf = (unit: Unit): number[] =>
  unit.zones.filter((zone) => OPENED.has(zone.kind)).flatMap((zone) => Array<number>(zone.leaves).fill(zone.leafWidth));

/** Pairs of drawers that meet: each holds a middle gola profile. */
export const golaJoints = (unit: Unit): number =>
  unit.zones.filter((zone, i) => zone.kind === 'drawer' && unit.zones[i + 1]?.kind === 'drawer').length;

/** The stretches of base units with fronts that an upper gola profile runs along. */
export function golaStretches(order: Order): Stretch[] {
  return order.room.walls.flatMap((wall) =>
    stretchesOf(
      wall.id,
      nodesAlong(order, wall.id, (run) => run.tier === 'base'),
      ({ node, run }) => nodeUnit(node, run)?.zones.some((zone) => FACED.has(zone.kind)) ?? false,
    ),
  );
}

const lowered = (zones: readonly Zone[], i: number): number => {
  const drawerAt = (k: number) => zones[k]?.kind === 'drawer';
  const joints = drawerAt(i) ? Number(drawerAt(i - 1)) + Number(drawerAt(i + 1)) : 0;
  return (i === zones.length - 1 ? derived.gola.upper : 0) + joints * derived.gola.joint;
};

/** A base unit's parts with gola: its uppermost front is 26 lower, drawers 29 lower at each joint between them. */
export function golaParts(unit: Unit): Part[] {
  const facade = (part: Part) => part.material === 'mdf';
  const fronts = unit.zones.flatMap((zone, i) => {
    const height = zone.leafHeight;
    const part = unit.parts.find(
      (p) => facade(p) && FACED.has(zone.kind) && (p.length === height || p.width === height),
    );
    if (!part || zone.leaves === 0) return [];
    const upright = part.length === height;
    const less = lowered(unit.zones, i);
    return [
      {
        ...part,
        qty: zone.leaves,
        length: upright ? part.length - less : part.length,
        width: upright ? part.width : part.width - less,
      },
    ];
  });
  return fronts.length === 0 ? [...unit.parts] : [...unit.parts.filter((part) => !facade(part)), ...fronts];
}

import derived from '../../data/derived.json' with { type: 'json' };
import { CONSTANTS } from '../catalogue/catalogue.js';
import type { Part, Unit, Zone, ZoneKind } from '../catalogue/module.js';
import type { Order, OrderNode, Run } from '../order/order.js';
import { lyingOn, meetInCorners, type Stretch, stretchesOf } from './stretch.js';

const NO_LIGHTING = new Set(derived.noLighting);
const PLINTH_BREAKS = new Set(derived.plinthBreaks);
/** Fronts that a hand opens: they carry a grip. */
const OPENED: ReadonlySet<ZoneKind> = new Set<ZoneKind>(['door', 'drawer', 'drop', 'pullout']);
/** Fronts that the gola profile runs above. */
const FACED: ReadonlySet<ZoneKind> = new Set<ZoneKind>([...OPENED, 'false']);

/**
 * The plinth's stretches, mm on the wall: under base and tall units and their fillers, up to end panels, niches and
 * doors; where two walls meet in an inner corner both end 530 from it.
 */
export function plinths(order: Order): Stretch[] {
  const onFloor = (run: Run) => run.plinth && (run.tier === 'base' || run.tier === 'tall');
  const rows = order.room.walls.map((wall) =>
    stretchesOf(wall.id, lyingOn(order, wall.id, onFloor), (lying) => !PLINTH_BREAKS.has(lying.module.ascii)).filter(
      (s) => s.nodes.some((lying) => lying.module.tier !== 'any'),
    ),
  );
  return meetInCorners(order, rows, CONSTANTS.plinthPlane, CONSTANTS.plinthPlane).flat();
}

/** Lengths of the lighting under the wall units, mm; one tape and one profile each. */
export function lights(order: Order): number[] {
  if (!order.lighting.under) return [];
  return order.room.walls.flatMap((wall) =>
    lyingOn(order, wall.id, (run) => run.tier === 'wall')
      .filter((lying) => !NO_LIGHTING.has(lying.module.ascii))
      .map((lying) => lying.node.w - lying.module.blind),
  );
}

/** Widths of the fronts of a unit that carry a grip, mm. Fixed fronts and flaps above carry none. */
export const gripsOf = (unit: Unit): number[] =>
  unit.zones.filter((zone) => OPENED.has(zone.kind)).flatMap((zone) => Array<number>(zone.leaves).fill(zone.leafWidth));

/** Pairs of drawers that meet: each holds a middle gola profile. */
export const golaJoints = (unit: Unit): number =>
  unit.zones.filter((zone, i) => zone.kind === 'drawer' && unit.zones[i + 1]?.kind === 'drawer').length;

/** The stretches of base units with fronts that an upper gola profile runs along. */
export function golaStretches(order: Order, unitOf: (node: OrderNode, run: Run) => Unit | undefined): Stretch[] {
  return order.room.walls.flatMap((wall) =>
    stretchesOf(
      wall.id,
      lyingOn(order, wall.id, (run) => run.tier === 'base'),
      ({ node, run }) => unitOf(node, run)?.zones.some((zone) => FACED.has(zone.kind)) ?? false,
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

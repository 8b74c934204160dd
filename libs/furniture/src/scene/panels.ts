import type { Unit, Zone, ZoneKind } from '../catalogue/module.js';
import { isNiche } from '../catalogue/traits.js';
import type { Side } from '../geometry/corners.js';
import type { PlacedNode } from '../geometry/place.js';
import type { Span, Volume } from '../geometry/world.js';
import type { Appliance } from '../order/order.js';
/** A finished front, or what is seen in its stead, in the wall's coordinates: mm, `z` is its lower edge. */
export interface Panel {
  /** `plank`: what a corner filler of the next wall covers of a blind zone. */
  kind: ZoneKind | 'blind' | 'plank';
  x: number;
  z: number;
  w: number;
  h: number;
  /** Of doors, and of a refrigerator in its niche. */
  hinge?: Side;
  /** What stands in a niche. */
  appliance?: Appliance;
}

/** Fronts that are cut with their length across: their grain lies, that of all others stands. */
const LYING: ReadonlySet<Panel['kind']> = new Set(['drawer', 'lift', 'false']);

/** Which way the grain of a front runs: along the length of its part (furniture.ru.md 2), whatever its proportions. */
export const isGrainUpright = ({ kind }: Panel): boolean => !LYING.has(kind);

/** Gap around a front, mm each side (furniture.ru.md 1.1: W/n − 4, H − 4). */
const REVEAL = 2;

/** The closed boards beside a corner unit's front: nothing of them opens or bears a label. */
export const isClosing = ({ kind }: Pick<Panel, 'kind'>): boolean => kind === 'blind' || kind === 'plank';

/**
 * The fronts of a placed unit on the part of its wall where its front is seen; `hinge`: where a single door hangs;
 * `plank`: how much of its blind zone the next wall's corner filler covers, mm.
 */
export function panelsOf(p: PlacedNode, front: Span, hinge: Side, plank = 0): Panel[] {
  const room = { ...front, z0: p.z0, z1: p.z1 };
  const whole = isNiche(p.module);
  const panels = p.unit.zones.flatMap((zone, i) => zonePanels(zone, room, hinge, nicheAppliance(p, i), whole));
  if (p.module.blind === 0) return panels;
  const left = front.x0 > p.x0;
  const [x0, x1] = left ? [p.x0, front.x0 - plank] : [front.x1 + plank, p.x1];
  const [z, h] = [p.z0 + REVEAL, p.z1 - p.z0 - 2 * REVEAL];
  const blind: Panel = { kind: 'blind', x: x0 + REVEAL, z, w: x1 - x0 - 2 * REVEAL, h };
  if (plank === 0) return [...panels, blind];
  const at = left ? x1 : front.x1;
  return [...panels, blind, { kind: 'plank', x: at + REVEAL, z, w: plank - 2 * REVEAL, h }];
}

/** What a hood built into its cabinet takes of the cabinet's fronts, from below, mm. */
export const HOOD_HEIGHT = 130;

/** The steel visor of a hood built into its cabinet: before the fronts' lower edge, where the clearance is measured. */
export const visorOf = ({ x0, x1, y1, z0 }: Omit<Volume, 'y0' | 'z1'>): Volume => ({
  ...{ x0: x0 + 6, x1: x1 - 6 },
  ...{ y0: y1, y1: y1 + 18 },
  ...{ z0, z1: z0 + 45 },
});

/** Where a front's handle may stand: of a hood's cabinet above the hood. */
export function handleArea(
  panel: Panel,
  { appliances, z0 }: { appliances: ReadonlySet<Appliance>; z0: number },
): Panel {
  const taken = appliances.has('hood') ? Math.min(panel.h, Math.max(0, z0 + HOOD_HEIGHT - panel.z)) : 0;
  return { ...panel, z: panel.z + taken, h: panel.h - taken };
}

/** How many shelves an open unit shows: those of its parts. */
export const shelfCount = ({ parts }: Unit): number =>
  parts.filter(({ name }) => name.startsWith('Полка')).reduce((sum, { qty }) => sum + qty, 0);

type FrontArea = Pick<Volume, 'x0' | 'x1' | 'z0' | 'z1'>;

/** `whole`: a niche takes all of its place, whatever its zone. */
function zonePanels(
  zone: Zone,
  room: FrontArea,
  hinge: Side,
  appliance: Appliance | undefined,
  whole: boolean,
): Panel[] {
  const z = room.z0 + zone.z + REVEAL;
  const free = room.z1 - room.z0 - zone.z;
  const h = Math.max(0, (whole ? free : Math.min(zone.height, free)) - 2 * REVEAL);
  const width = room.x1 - room.x0;
  const leaves = zone.kind === 'door' || zone.kind === 'glass' ? Math.max(1, zone.leaves) : 1;
  const step = Math.floor(width / leaves);
  return Array.from({ length: leaves }, (_, i) => {
    const panel: Panel = { kind: zone.kind, x: room.x0 + i * step + REVEAL, z, w: Math.max(0, step - 2 * REVEAL), h };
    if (zone.kind === 'door' || zone.kind === 'glass') panel.hinge = leaves === 1 ? hinge : i === 0 ? 'left' : 'right';
    if (zone.kind === 'niche' && appliance) panel.appliance = appliance;
    if (panel.appliance === 'fridge') panel.hinge = hinge;
    return panel;
  });
}

/** Niches from the bottom up hold the module's appliances in their order (`oven+microwave`). */
function nicheAppliance(p: PlacedNode, zone: number): Appliance | undefined {
  const before = p.unit.zones.slice(0, zone).filter((z) => z.kind === 'niche').length;
  return p.module.appliances[before];
}

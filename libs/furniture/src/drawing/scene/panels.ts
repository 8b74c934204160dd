import type { Zone, ZoneKind } from '../../catalogue/module.js';
import { isDiagonalCorner, isNiche } from '../../catalogue/traits.js';
import type { Side } from '../../geometry/corners.js';
import type { PlacedNode } from '../../geometry/place.js';
import { type Volume } from '../../geometry/world.js';
import type { Appliance } from '../../order/order.js';
/** A finished front, or what is seen in its stead, in the wall's coordinates: mm, `z` is its lower edge. */
export interface Panel {
  kind: ZoneKind | 'blind';
  x: number;
  z: number;
  w: number;
  h: number;
  /** Doors only. */
  hinge?: Side;
  /** What stands in a niche. */
  appliance?: Appliance;
}

/** Gap around a front, mm each side (furniture.ru.md 1.1: W/n − 4, H − 4). */
const REVEAL = 2;

/** Width of the part of a corner unit that the neighbouring row hides, mm: 0 for all other units. */
export function hiddenWidth(p: PlacedNode): number {
  const { module } = p;
  if (module.blind > 0) return Math.min(module.blind, p.x1 - p.x0);
  return isDiagonalCorner(module) ? Math.min(p.y1, p.x1 - p.x0) : 0;
}

/** The fronts of a placed unit. `hidden`: the side of the blind zone; `hinge`: where a single door hangs. */
export function panelsOf(p: PlacedNode, hidden: Side, hinge: Side): Panel[] {
  const blind = hiddenWidth(p);
  const [z0, z1] = [p.z0, p.z1];
  const x0 = blind > 0 && hidden === 'left' ? p.x0 + blind : p.x0;
  const x1 = blind > 0 && hidden === 'right' ? p.x1 - blind : p.x1;
  const room = { x0, x1, z0, z1 };
  const whole = isNiche(p.module);
  const panels = p.unit.zones.flatMap((zone, i) => zonePanels(zone, room, hinge, nicheAppliance(p, i), whole));
  if (blind > 0) {
    const x = hidden === 'left' ? p.x0 : x1;
    panels.push({ kind: 'blind', x: x + REVEAL, z: z0 + REVEAL, w: blind - 2 * REVEAL, h: z1 - z0 - 2 * REVEAL });
  }
  return panels;
}

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
    return panel;
  });
}

/** Niches from the bottom up hold the module's appliances in their order (`oven+microwave`). */
function nicheAppliance(p: PlacedNode, zone: number): Appliance | undefined {
  const before = p.unit.zones.slice(0, zone).filter((z) => z.kind === 'niche').length;
  return p.module.appliances[before];
}

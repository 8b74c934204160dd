import type { Unit, Zone } from '../catalogue/module.js';
import { isGap, isOpenShelf } from '../catalogue/traits.js';
import type { PlacedNode } from '../geometry/place.js';
import { worktops } from '../geometry/worktops.js';
import { type Kitchen, named, nodePath, ofKind, wallPath } from './context.js';
import { type Finding, finding } from './finding.js';
import { RULES } from './rules/index.js';

const eachUnit = (kitchen: Kitchen, judge: (p: PlacedNode, unit: Unit) => Finding[]): Finding[] =>
  kitchen.placed.filter((p) => !isGap(p.module)).flatMap((p) => judge(p, kitchen.unit(p)));

/** PRD-SPAN: removable shelves; that of a corner unit with a post lies on it. Open shelves are screwed to the wall. */
export function shelves(kitchen: Kitchen): Finding[] {
  const { error, warning } = RULES['PRD-SPAN'].limits;
  return eachUnit(kitchen, (p, unit) => {
    const shelf = unit.parts.find((part) => part.name === 'Полка');
    if (!shelf || isOpenShelf(p.module)) return [];
    const post = p.module.blind > 0 && unit.parts.some((part) => part.name === 'Стойка');
    const l = post ? Math.max(p.module.blind, unit.width - p.module.blind) : shelf.length;
    if (l <= warning) return [];
    return [finding('PRD-SPAN', nodePath(p), { l, node: named(p) }, { severity: l > error ? 'error' : 'warning' })];
  });
}

const HINGED = new Set<Zone['kind']>(['door', 'glass']);
const OPENING = new Set<Zone['kind']>(['door', 'drawer', 'lift', 'drop', 'pullout']);

/** PRD-DOOR: hinged leaves within what hinges carry. PRD-FLAT: fronts stiff enough to stay flat. One of each a unit. */
export function fronts(kitchen: Kitchen): Finding[] {
  const { widthMax, widthMin, heightMin } = RULES['PRD-DOOR'].limits;
  const { perMille, thickness } = RULES['PRD-FLAT'].limits;
  const isMade = ({ leafWidth, leafHeight }: Zone) =>
    leafWidth <= widthMax && leafWidth >= widthMin && leafHeight >= heightMin;
  const isFlat = (zone: Zone) => thickness * 1000 >= perMille * Math.hypot(zone.leafWidth, zone.leafHeight);
  const odd = eachUnit(kitchen, (p, unit) => {
    const zone = unit.zones.find((z) => HINGED.has(z.kind) && z.leaves > 0 && !isMade(z));
    return zone ? [finding('PRD-DOOR', nodePath(p), { w: zone.leafWidth, h: zone.leafHeight, node: named(p) })] : [];
  });
  const wavy = eachUnit(kitchen, (p, unit) => {
    const zone = unit.zones.find((z) => OPENING.has(z.kind) && z.leaves > 0 && !isFlat(z));
    return zone ? [finding('PRD-FLAT', nodePath(p), { w: zone.leafWidth, h: zone.leafHeight, node: named(p) })] : [];
  });
  return [...odd, ...wavy];
}

/** PRD-SHEET: every part comes out of a sheet. Worktops are joined at borders of units only. */
export function sheets(kitchen: Kitchen): Finding[] {
  const { length, width, front, worktop } = RULES['PRD-SHEET'].limits;
  const large = eachUnit(kitchen, (p, unit) => {
    const part = unit.parts.find((made) => {
      const longest = made.material === 'mdf' ? front : length;
      return Math.max(made.length, made.width) > longest || Math.min(made.length, made.width) > width;
    });
    return part ? [finding('PRD-SHEET', nodePath(p), { l: part.length, w: part.width, node: named(p) })] : [];
  });
  const uncut = joints(kitchen)
    .filter(({ atBorder }) => !atBorder)
    .map(({ wall }) => finding('PRD-SHEET', wallPath(wall), { l: `больше ${worktop}`, w: 600, node: 'столешница' }));
  return [...large, ...uncut];
}

/** PRD-JOINT: a worktop that needs a joint has it away from sinks and hobs. */
export function topJoints(kitchen: Kitchen): Finding[] {
  const { clear } = RULES['PRD-JOINT'].limits;
  return joints(kitchen)
    .filter(({ d }) => d < clear)
    .map(({ wall, d }) => finding('PRD-JOINT', wallPath(wall), { d }));
}

/** Where the bill of materials joins the worktop, with the distance to the nearest cutout, mm. */
function joints(kitchen: Kitchen): { wall: string; d: number; atBorder: boolean }[] {
  const parts = worktops(kitchen.order);
  return parts.flatMap((part, i) => {
    if (parts[i - 1]?.wall !== part.wall || parts[i - 1]?.x1 !== part.x0) return [];
    const here = kitchen.placed.filter((p) => p.wall.id === part.wall && p.tier === 'base');
    const cuts = ofKind(kitchen, 'sink', 'hob').filter(({ host }) => here.includes(host));
    const d = Math.min(Number.MAX_SAFE_INTEGER, ...cuts.map((c) => Math.max(0, c.x0 - part.x0, part.x0 - c.x1)));
    return [{ wall: part.wall, d, atBorder: here.some((p) => p.x0 === part.x0 || p.x1 === part.x0) }];
  });
}

/** PRD-RUNNER: drawers within what runners carry and fit. */
export function runners(kitchen: Kitchen): Finding[] {
  const { width, runner, behind } = RULES['PRD-RUNNER'].limits;
  return eachUnit(kitchen, (p, unit) => {
    if (!unit.zones.some((zone) => zone.kind === 'drawer')) return [];
    if (unit.width <= width && unit.depth - behind >= runner) return [];
    return [finding('PRD-RUNNER', nodePath(p), { w: unit.width, d: unit.depth, node: named(p) })];
  });
}

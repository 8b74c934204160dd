import { CONSTANTS } from '../catalogue/catalogue.js';
import type { Unit } from '../catalogue/module.js';
import { isNiche } from '../catalogue/traits.js';
import { type Kitchen, nodePath, ofKind, pathOf } from './context.js';
import { type Finding, finding } from './finding.js';
import { RULES } from './rules/index.js';

/** Clear size of what an appliance is built into, mm. */
interface Niche {
  w: number;
  h: number;
  d: number;
}

const inside = (unit: Unit): number => unit.width - 2 * CONSTANTS.t;
const nicheZones = (unit: Unit) => unit.zones.filter((zone) => zone.kind === 'niche');

/** OVEN-NICHE: width, height and depth of what holds an oven. */
export function ovens(kitchen: Kitchen): Finding[] {
  const bounds = RULES['OVEN-NICHE'].limits;
  return ofKind(kitchen, 'oven').flatMap(({ host }) => {
    const unit = kitchen.unit(host);
    const zone = nicheZones(unit)[0];
    if (!zone || !host.module.appliances.includes('oven')) return [];
    const niche: Niche = { w: inside(unit), h: zone.height, d: unit.depth };
    const tall = host.tier === 'tall' ? bounds.tall : bounds.underHob;
    const fits = niche.w >= bounds.widthMin && niche.w <= bounds.widthMax && niche.h >= tall && niche.d >= bounds.depth;
    return fits ? [] : [finding('OVEN-NICHE', nodePath(host), { ...niche })];
  });
}

/** MW-NICHE: the uppermost niche less its shelf holds a microwave. */
export function microwaves(kitchen: Kitchen): Finding[] {
  const bounds = RULES['MW-NICHE'].limits;
  return ofKind(kitchen, 'microwave').flatMap(({ host }) => {
    const unit = kitchen.unit(host);
    const zone = nicheZones(unit).at(-1);
    if (!zone || !host.module.appliances.includes('microwave')) return [];
    const niche: Niche = { w: inside(unit), h: zone.height - CONSTANTS.t, d: unit.depth };
    const wide = niche.w >= bounds.widthMin && niche.w <= bounds.widthMax;
    const high = niche.h >= bounds.heightMin && niche.h <= bounds.heightMax;
    return wide && high && niche.d >= bounds.depth ? [] : [finding('MW-NICHE', nodePath(host), { ...niche })];
  });
}

/** FR-NICHE: the niche behind the two doors of a built-in fridge. Free-standing fridges bring their own size. */
export function fridges(kitchen: Kitchen): Finding[] {
  const bounds = RULES['FR-NICHE'].limits;
  return ofKind(kitchen, 'fridge').flatMap(({ host }) => {
    const unit = kitchen.unit(host);
    const doors = unit.zones.filter((zone) => zone.kind === 'door');
    if (isNiche(host.module) || doors.length === 0 || !host.module.appliances.includes('fridge')) return [];
    const missing = unit.height - unit.zones.reduce((sum, zone) => sum + zone.height, 0);
    const h = doors.reduce((sum, zone) => sum + zone.height, 0) - CONSTANTS.t + Math.min(0, missing);
    const niche: Niche = { w: inside(unit), h, d: unit.depth };
    const fits = niche.w >= bounds.width && niche.h >= bounds.height && niche.d >= bounds.depth;
    return fits ? [] : [finding('FR-NICHE', nodePath(host), { ...niche })];
  });
}

/** DW-NICHE: height below the worktop, front, plinth and width of a dishwasher's place. */
export function dishwashers(kitchen: Kitchen): Finding[] {
  const bounds = RULES['DW-NICHE'].limits;
  return ofKind(kitchen, 'dishwasher').flatMap(({ host }) => {
    if (!host.module.appliances.includes('dishwasher')) return [];
    const unit = kitchen.unit(host);
    const under = kitchen.legs + unit.height;
    const front = unit.zones[0]?.leafHeight ?? unit.height;
    const high = under >= bounds.underMin && under <= bounds.underMax;
    const covered = front >= bounds.frontMin && front <= bounds.frontMax;
    const plinth = kitchen.legs >= bounds.plinthMin && kitchen.legs <= bounds.plinthMax;
    const wide = host.node.w === 450 || host.node.w === 600;
    if (high && covered && plinth && wide) return [];
    return [finding('DW-NICHE', nodePath(host), { w: host.node.w, h: under, front })];
  });
}

/** SINK-BASE: a bowl whose width the customer named fits its unit. */
export function bowls(kitchen: Kitchen): Finding[] {
  const { around, smallest } = RULES['SINK-BASE'].limits;
  return ofKind(kitchen, 'sink').flatMap((sink) => {
    const m = sink.item?.w;
    const w = sink.host.node.w;
    if (m === undefined || w >= Math.max(m + around, smallest)) return [];
    const wider = sink.host.module.widths
      .filter((width) => typeof width === 'number')
      .filter((width) => width >= Math.max(m + around, smallest));
    const how = wider.length > 0 ? `Взять тумбу ${Math.min(...wider)}.` : 'Взять мойку уже: таких тумб не делают.';
    return [finding('SINK-BASE', pathOf(sink), { m, w, how })];
  });
}

import { CONSTANTS } from '../catalogue/catalogue.js';
import { isEndPanel, isFiller, isGap, isHoodCabinet, isNiche, isOrdinary } from '../catalogue/traits.js';
import {
  apart,
  clearTo,
  cookers,
  isGas,
  itemPath,
  type Kitchen,
  named,
  nodePath,
  ofKind,
  onWall,
  overlap,
  type PlacedItem,
  pathOf,
} from './context.js';
import { aisles, outlooks } from './ergonomics.js';
import { type Finding, finding } from './finding.js';
import { RULES } from './rules/index.js';

const HF = CONSTANTS.worktopTop;

const hoodsOver = (kitchen: Kitchen, hob: PlacedItem): PlacedItem[] =>
  ofKind(kitchen, 'hood').filter((hood) => onWall(hood, hob) && overlap(hood, hob));

/** HOB-HOOD: clearance from the worktop to the hood above, by fuel. */
export function hoodClearance(kitchen: Kitchen): Finding[] {
  const { gas, electric } = RULES['HOB-HOOD'].limits;
  return cookers(kitchen).flatMap((hob) => {
    const n = isGas(hob) ? gas : electric;
    return hoodsOver(kitchen, hob)
      .map((hood) => ({ hood, d: hood.host.z0 - HF }))
      .filter(({ d }) => d < n)
      .map(({ hood, d }) => finding('HOB-HOOD', nodePath(hood.host), { d, n }));
  });
}

/** HOB-OVER: no cabinet above a hob without a hood. HOB-SIDEWALL: none too low beside it. */
export function cabinetsAround(kitchen: Kitchen): Finding[] {
  const over = RULES['HOB-OVER'].limits.clear;
  const { clear, beside } = RULES['HOB-SIDEWALL'].limits;
  return cookers(kitchen).flatMap((hob) => {
    const hooded = hoodsOver(kitchen, hob).length > 0;
    const wall = kitchen
      .row(hob.host.wallIndex, 'wall')
      .filter((p) => p.tier === 'wall' && isOrdinary(p.module) && !isHoodCabinet(p.module));
    const above = hooded ? [] : wall.filter((p) => overlap(p, hob) && p.z0 - HF < over);
    const next = wall.filter((p) => !above.includes(p) && apart(p, hob) < beside && p.z0 - HF < clear);
    return [
      ...above.map((p) => finding('HOB-OVER', nodePath(p), { node: named(p), d: p.z0 - HF })),
      ...next.map((p) => finding('HOB-SIDEWALL', nodePath(p), { node: named(p), d: p.z0 - HF, z: HF + clear })),
    ];
  });
}

/** HOB-TALL: a hob keeps away from side walls and tall sides; free-standing fridges are HOB-FRIDGE's. */
export function besideTall(kitchen: Kitchen): Finding[] {
  const { error, warning } = RULES['HOB-TALL'].limits;
  return ofKind(kitchen, 'hob').flatMap((hob) => {
    const { wall, wallIndex } = hob.host;
    const talls = kitchen
      .row(wallIndex, 'base')
      .filter((p) => p.tier === 'tall' && !isFiller(p.module) && !isGap(p.module) && !isNiche(p.module))
      .map((p) => ({ d: apart(p, hob), what: isEndPanel(p.module) ? 'высокой панели' : 'пенала' }));
    const walls = [
      ...(wall.ends.left === 'wall' ? [{ d: hob.x0, what: 'стены' }] : []),
      ...(wall.ends.right === 'wall' ? [{ d: wall.length - hob.x1, what: 'стены' }] : []),
    ];
    const nearest = [...talls, ...walls].sort((a, b) => a.d - b.d)[0];
    if (!nearest || nearest.d >= warning) return [];
    const severity = nearest.d < error ? 'error' : 'warning';
    return [finding('HOB-TALL', pathOf(hob), { ...nearest, n: severity === 'error' ? error : warning }, { severity })];
  });
}

/** HOB-TOP: the worktop is thick enough for a hob above an oven. */
export function worktopThickness(kitchen: Kitchen): Finding[] {
  const { induction, other } = RULES['HOB-TOP'].limits;
  return ofKind(kitchen, 'hob')
    .filter((hob) => ofKind(kitchen, 'oven').some((oven) => oven.host === hob.host))
    .flatMap((hob) => {
      const n = hob.item?.fuel === 'induction' ? induction : other;
      return kitchen.worktop < n ? [finding('HOB-TOP', pathOf(hob), { t: kitchen.worktop, n })] : [];
    });
}

const MACHINES = { dishwasher: 'посудомойку', washer: 'стиральную машину' } as const;

/** HOB-DW: no machine below a hob. */
export function machinesBelow(kitchen: Kitchen): Finding[] {
  return ofKind(kitchen, 'hob').flatMap((hob) =>
    (['dishwasher', 'washer'] as const).flatMap((kind) =>
      ofKind(kitchen, kind).some((m) => m.host === hob.host || (onWall(m, hob) && overlap(m, hob)))
        ? [finding('HOB-DW', pathOf(hob), { machine: MACHINES[kind] })]
        : [],
    ),
  );
}

/** HOB-SINK, HOB-FRIDGE: distances along the wall; round an inner corner only those for gas that are errors. */
export function neighbours(kitchen: Kitchen): Finding[] {
  const sink = RULES['HOB-SINK'].limits;
  const fridge = RULES['HOB-FRIDGE'].limits;
  return cookers(kitchen).flatMap((hob) => {
    const gas = isGas(hob);
    const toSink = clearTo(kitchen, hob, ofKind(kitchen, 'sink'), gas ? sink.gas : 0);
    const toFridge = clearTo(kitchen, hob, ofKind(kitchen, 'fridge'), gas ? fridge.gasError : 0);
    const near = (code: 'HOB-SINK' | 'HOB-FRIDGE', d: number | undefined, error: number, warning: number) => {
      if (d === undefined || d >= warning) return [];
      const severity = gas && d < error ? 'error' : 'warning';
      const n = severity === 'error' ? error : warning;
      return [finding(code, pathOf(hob), { d: Math.max(0, d), n }, { severity })];
    };
    return [
      ...near('HOB-SINK', toSink, sink.gas, sink.warning),
      ...near('HOB-FRIDGE', toFridge, fridge.gasError, gas ? fridge.gas : fridge.electric),
    ];
  });
}

/** HOB-WINDOW: a gas hob keeps away from windows of its wall. */
export function windowsByHob(kitchen: Kitchen): Finding[] {
  const { clear } = RULES['HOB-WINDOW'].limits;
  const windows = kitchen.obstacles.filter((v) => v.obstacle.kind === 'window');
  return cookers(kitchen)
    .filter(isGas)
    .flatMap((hob) => {
      const d = Math.min(...windows.filter((v) => v.wallIndex === hob.host.wallIndex).map((v) => apart(v, hob)));
      return d < clear ? [finding('HOB-WINDOW', pathOf(hob), { d: clear - d })] : [];
    });
}

/** HOOD-W: the hood is as wide as the hob and above its middle. */
export function hoodWidth(kitchen: Kitchen): Finding[] {
  const { offset } = RULES['HOOD-W'].limits;
  return cookers(kitchen).flatMap((hob) => {
    const middle = (hob.x0 + hob.x1) / 2;
    const off = (hood: PlacedItem) => Math.abs((hood.x0 + hood.x1) / 2 - middle);
    const hoods = ofKind(kitchen, 'hood').filter((hood) => onWall(hood, hob));
    const hood = hoods.sort((a, b) => off(a) - off(b))[0];
    if (!hood || (off(hood) <= offset && hood.x1 - hood.x0 >= hob.x1 - hob.x0)) return [];
    const path = hood.item ? itemPath(hood.item) : nodePath(hood.host);
    return [finding('HOOD-W', path, { at: hob.host.x0, w: hob.host.node.w })];
  });
}

/** GAS-ROOM: ceiling and the room opposite a gas hob. The room's volume and the burners are not in an order. */
export function gasRoom(kitchen: Kitchen): Finding[] {
  const { ceiling, opposite } = RULES['GAS-ROOM'].limits;
  return cookers(kitchen)
    .filter(isGas)
    .flatMap((hob) => {
      const what: string[] = [];
      if (kitchen.order.ceiling < ceiling) what.push(`потолок ${kitchen.order.ceiling} мм`);
      const { wallIndex } = hob.host;
      const aisle = aisles(kitchen).find(({ before, after }) => before === wallIndex || after === wallIndex);
      const wall = outlooks(kitchen).find(({ nodes }) => nodes.includes(hob.host));
      const before = aisle ?? wall;
      if (before && before.d < opposite) what.push(`проход ${Math.round(before.d)} мм`);
      return what.length > 0 ? [finding('GAS-ROOM', nodePath(hob.host), { what: what.join(', ') })] : [];
    });
}

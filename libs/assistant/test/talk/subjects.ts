import { type Appliance, type Finish, OBSTACLES, type ObstacleKind } from '#libs/furniture';
import { isFiller, type NodeView } from '../view.js';
import type { Scene, Span } from './scene.js';

/** What customers speak of: which nodes are meant, and by what words a note speaks of them. */
interface Subject {
  readonly is: (node: NodeView) => boolean;
  readonly words: RegExp;
}

const appliance =
  (...kinds: readonly Appliance[]) =>
  ({ appliances }: NodeView): boolean =>
    kinds.some((kind) => appliances.includes(kind));
const code =
  (pattern: RegExp) =>
  ({ ascii }: NodeView): boolean =>
    pattern.test(ascii);

const SUBJECTS: Readonly<Record<string, Subject>> = {
  sink: { is: appliance('sink'), words: /мойк|раковин/i },
  stove: { is: appliance('stove'), words: /плит/i },
  hob: { is: appliance('hob'), words: /варк|варочн|плит|панел/i },
  cooker: { is: appliance('stove', 'hob'), words: /плит|варк|варочн|панел/i },
  oven: { is: appliance('oven'), words: /духов/i },
  oventower: { is: code(/^TOM?$/), words: /духов|пенал/i },
  dishwasher: { is: appliance('dishwasher'), words: /посудомо|пмм/i },
  washer: { is: appliance('washer'), words: /стирал/i },
  fridge: { is: appliance('fridge'), words: /холодил/i },
  hood: { is: appliance('hood'), words: /вытяж/i },
  microwave: { is: appliance('microwave'), words: /микроволн|свч/i },
  drawers: { is: code(/^BD\d$/), words: /ящик/i },
  cabinet: { is: code(/^(B|BD\d|BB|BOS)$/), words: /тумб|шкаф|ящик/i },
  bottle: { is: code(/^BB$/), words: /бутылоч/i },
  larder: { is: code(/^T[RC]?$/), words: /пенал/i },
  tall: { is: (node) => node.tier === 'tall' && !isFiller(node) && node.ascii !== 'NF', words: /пенал/i },
  corner: { is: code(/^(BC|BCS|BCD)$/), words: /угл/i },
  base: { is: (node) => node.tier === 'base' && !isFiller(node), words: /нижн|низ|тумб/i },
  upper: { is: (node) => node.tier === 'wall' && !isFiller(node) && node.ascii !== 'WH', words: /верх|навес/i },
  top: { is: (node) => node.tier === 'upper' && !isFiller(node), words: /антресол|потол/i },
  shelves: { is: code(/^(SH|WO)$/), words: /полк|открыт/i },
  dryer: { is: code(/^WD$/), words: /сушк|сушил/i },
  glass: { is: code(/^WG$/), words: /витрин|стекл/i },
  lift: { is: code(/^WL2?$/), words: /подъ[её]м|горизонт/i },
};

/** How notes name the units of a catalogue code; the first that fits. */
const CODE_WORDS: readonly (readonly [code: RegExp, words: RegExp])[] = [
  [/^(NF|TF)$/, /холодил/i],
  [/^T/, /пенал/i],
  [/^BD/, /ящик|тумб|шкаф|(?<![A-Z])BD?\d? \d{3}/i],
  [/^BB$/, /бутылоч/i],
  [/^FD$/, /посудомо/i],
  [/^BS|^BCS/, /мойк/i],
  [/^(BO|BH|NB)$/, /духов|плит|варочн|ниш|стирал/i],
  [/^(W|A|SH)/, /верх|навес|антресол|полк|сушк|вытяж|шкаф/i],
  [/^B/, /тумб|шкаф|полк|угл|(?<![A-Z])BD?\d? \d{3}/i],
];

export const OBSTACLE_WORDS: Readonly<Record<ObstacleKind, RegExp>> = {
  door: /двер/i,
  window: /окн|окон|подоконник/i,
  riser: /короб|стояк|вент/i,
  gas_pipe: /труб/i,
  radiator: /радиат|батаре/i,
  boiler: /кот[её]л|колонк|бойлер/i,
  socket: /розет/i,
  water: /вод|вывод/i,
  niche: /ниш/i,
};

export const FINISH_WORDS: Readonly<Record<Finish, RegExp>> = {
  clear: /прозрач/i,
  white: /бел/i,
  milk: /молоч|ванил|слонов/i,
  sand: /беж|песоч|капучино/i,
  oak: /дуб|соном/i,
  walnut: /орех/i,
  wenge: /венге/i,
  grey: /сер/i,
  graphite: /графит|антрац/i,
  black: /ч[её]рн/i,
  olive: /олив|зел[её]н|шалф/i,
  blue: /син|голуб/i,
};

/** What a subject's name makes asked for besides itself: «плита» is a stove, or a hob with an oven. */
const ASKED_WITH: readonly (readonly [named: RegExp, appliances: readonly Appliance[]])[] = [
  [/^(cooker|oven|oventower|BO|TOM?)$/, ['stove', 'hob', 'oven']],
  [/^(NF|TF)$/, ['fridge']],
  [/^(TOM|WM)$/, ['microwave']],
  [/^BH$/, ['hob']],
  [/^(BS|BCS)$/, ['sink']],
];

/** The groups of a match, '' for absent ones. @throws {Error} where the text is not of the form. */
export function partsOf(text: string, form: RegExp): string[] {
  const match = form.exec(text);
  if (!match) throw new Error(`not of the form ${form.source}: ${text}`);
  return match.slice(1).map((group: string | undefined) => group ?? '');
}

/** Whether `900` is met within the slack, or `800..1000` exactly; mm. */
export function isAbout(mm: number | undefined, wanted: string, slack = 10): boolean {
  const [from = Number.NaN, to] = wanted.split('..').map(Number);
  if (mm === undefined) return false;
  return to === undefined ? Math.abs(mm - from) <= slack : from <= mm && mm <= to;
}

/** The numbers of the walls that `2`, `long`, `short`, `left`, `middle` or `right` means. */
export function wallsOf({ walls }: Scene, reference: string): number[] {
  const lengths = walls.map(({ length }) => length);
  const ofLength = (wanted: number) => lengths.flatMap((length, i) => (length === wanted ? [i + 1] : []));
  if (reference === 'long') return ofLength(Math.max(...lengths));
  if (reference === 'short') return ofLength(Math.min(...lengths));
  const named: Readonly<Record<string, number>> = { left: 1, middle: 2, right: lengths.length };
  return [named[reference] ?? Number(reference)];
}

/** @throws {Error} for an unknown name. */
function testOf(name: string): (node: NodeView) => boolean {
  const subject = SUBJECTS[name];
  if (subject) return subject.is;
  if (!/^[A-Z][A-Z\d]*\*?$/.test(name)) throw new Error(`unknown subject ${name}`);
  return name.endsWith('*') ? ({ ascii }) => ascii.startsWith(name.slice(0, -1)) : ({ ascii }) => ascii === name;
}

/** The nodes of a subject: `sink`, `BD2|BD3`, narrowed by width and wall: `drawers=600#long`. */
export function select(scene: Scene, subject: string): NodeView[] {
  const [names = '', width = '', wall = ''] = partsOf(subject, /^([^=#]+)(?:=([\d.]+))?(?:#(\w+))?$/);
  const tests = names.split('|').map(testOf);
  const walls = wall === '' ? undefined : wallsOf(scene, wall);
  return scene.nodes.filter(
    (node) =>
      tests.some((is) => is(node)) &&
      (width === '' || isAbout(node.width, width, 0)) &&
      (walls?.includes(node.wall) ?? true),
  );
}

export const isObstacle = (name: string): name is ObstacleKind => OBSTACLES.some((kind) => kind === name);

/** Whether it names nodes, and no obstacle or part of the order (`walls`, `finish:base`). */
export const isSubject = (name: string): boolean =>
  /^[A-Z]/.test(name) || SUBJECTS[name.split(/[=#|]/)[0] ?? ''] !== undefined;

/** The spans of a subject or of an obstacle's kind. */
export const spansOf = (scene: Scene, name: string): readonly Span[] =>
  isObstacle(name) ? scene.obstacles.filter(({ kind }) => kind === name) : select(scene, name);

export const isNodeOf = (node: NodeView, name: string): boolean => testOf(name)(node);

/** The words for the unit itself, whatever stands in it. */
export const wordsOfCode = (ascii: string): RegExp | undefined => CODE_WORDS.find(([form]) => form.test(ascii))?.[1];

/** The words for each alternative of a subject or obstacle; none for what is neither. */
export const wordsOf = (subject: string): RegExp[] =>
  (subject.split(/[=#*]/)[0] ?? '')
    .split('|')
    .flatMap((name) => SUBJECTS[name]?.words ?? (isObstacle(name) ? OBSTACLE_WORDS[name] : wordsOfCode(name)) ?? []);

/** The appliances that are asked for by naming a subject. */
export const appliancesOf = (subject: string): string[] =>
  (subject.split(/[=#]/)[0] ?? '')
    .split('|')
    .flatMap((name) => [name, ...ASKED_WITH.flatMap(([named, kinds]) => (named.test(name) ? kinds : []))]);

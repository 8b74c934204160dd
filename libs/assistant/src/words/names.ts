import { type Fuel, findModule, isCornerUnit } from '#libs/furniture';
import { CONCEPTS, codeOf, conceptOf, nameOf } from '../concepts/index.js';
import { OBSTACLE_CONCEPTS } from '../concepts/obstacles.js';
import type { Mention, ObstacleRef } from '../meaning/meaning.js';
import type { Named } from '../plan/decision.js';
import { type Case, inflect } from '../rules/morphology.js';
import { type Standing, type Unit } from '../units/units.js';

export const OR = new Intl.ListFormat('ru', { type: 'disjunction' });

/** Sentences as one text; an empty one is none. */
export const joined = (texts: readonly string[]): string => texts.filter(Boolean).join(' ');

/** «Ручки: скобы.»; empty where there is nothing to list. */
export const listing = (lead: string, words: readonly string[], by = ', '): string =>
  words.length > 0 ? `${lead}: ${words.join(by)}.` : '';

/** Adjectives and tails of names, in the notation of rules/morphology.ts. */
const FUELS: Readonly<Record<Fuel, string>> = { gas: 'газов/a', electric: 'электрическ/a', induction: 'индукционн/a' };
const WITH_HOB: Readonly<Record<Fuel, string>> = {
  gas: 'с газовой варочной',
  electric: 'с электрической варочной',
  induction: 'с индукцией',
};
const DRAWERS = ['', 'с ящиком', 'с двумя ящиками', 'с тремя ящиками', 'с четырьмя ящиками'];

/** Appliances in the order in which a unit of several is called by them. */
const HEADS = ['fridge', 'sink', 'stove', 'oven', 'hob', 'dishwasher', 'washer', 'hood', 'microwave'] as const;

/** The name of a unit in the notation of rules/morphology.ts: «углов/o мойк/f», «духовк/f с индукцией». */
function patternOf({ code, kinds, isCorner, tier, fuel }: Unit): string {
  const head = HEADS.find((kind) => kinds.has(kind));
  if (!head) return nameOfCode(code);
  const { name = head, code: ordinary } = conceptOf(head) ?? {};
  if (head === 'oven') {
    const tall = tier === 'tall' ? `пенал/m с духовкой${kinds.has('microwave') ? ' и микроволновкой' : ''}` : name;
    return kinds.has('hob') ? `${tall} ${fuel ? WITH_HOB[fuel] : 'с варочной'}` : tall;
  }
  const traits = [
    isCorner ? 'углов/o' : '',
    head === 'fridge' && code === ordinary ? 'встроенн/a' : '',
    fuel && (head === 'hob' || head === 'stove') ? FUELS[fuel] : '',
  ];
  return [...traits, name].filter(Boolean).join(' ');
}

/** Names of catalogue codes by the concept table: of the row that has it, else of a variant, else of one that stands for it. */
const ROWS = Object.values(CONCEPTS);
const BY_CODE: ReadonlyMap<string, string> = new Map([
  ...ROWS.flatMap(({ standsFor, name }) => standsFor.map((code) => [code, name] as const)),
  ...ROWS.flatMap(({ variants, name }) => {
    const plain = name.replace(' с ящиками', '');
    const own = variants.filter(({ tier, with: other }) => !tier && !other);
    return own.map(({ code, drawers }) => [code, drawers ? `${plain} ${DRAWERS[drawers]}` : name] as const);
  }),
  ...ROWS.toReversed().flatMap(({ code, name }) => (code ? [[code, name] as const] : [])),
]);

/** The name of a module, in the notation of rules/morphology.ts. */
export const nameOfCode = (code: string): string =>
  `${isCornerUnit(code) ? 'углов/o ' : ''}${BY_CODE.get(code) ?? findModule(code)?.title.toLowerCase() ?? code}`;

/** «мойка 600», «тумбу 400» */
export const unitName = (unit: Unit, wanted: Case = 'n'): string => `${inflect(patternOf(unit), wanted)} ${unit.width}`;

/** The same in the list of its row, where an upper cabinet is a cabinet: «шкаф 600». */
export const nameInRow = (unit: Unit): string => `${inflect(patternInRow(unit))} ${unit.width}`;

/** Several alike: «2 шкафа по 600»; undefined where the name does not count well. */
export function countedName(unit: Unit, count: number): string | undefined {
  const pattern = patternInRow(unit);
  return /\/[aso]/.test(pattern) ? undefined : `${count} ${inflect(pattern, 'g', count > 4)} по ${unit.width}`;
}

const patternInRow = (unit: Unit): string =>
  unit.tier === 'wall' ? patternOf(unit).replace('верхн/s ', '') : patternOf(unit);

/** A concept as a decision names it, with its width. */
export const namedName = ({ concept, width }: Named, wanted: Case = 'n'): string =>
  [nameOf(concept, wanted), width].filter(Boolean).join(' ');

/** A thing as the customer named it: «угловую мойку», «встроенный холодильник». */
export function mentionName(thing: Mention, wanted: Case = 'n'): string {
  const concept = conceptOf(thing.concept);
  if (!concept) return 'это';
  const traits = [
    thing.corner ? 'углов/o' : '',
    thing.diagonal ? 'диагональн/a' : '',
    thing.builtIn ? 'встроенн/a' : '',
    thing.fuel && concept.fuels.length > 0 ? FUELS[thing.fuel] : '',
    (thing.drawers && BY_CODE.get(codeOf(thing) ?? '')) || concept.name,
  ];
  return inflect(traits.filter(Boolean).join(' '), wanted);
}

const BOILER = { n: 'котёл', g: 'котла', d: 'котлу', a: 'котёл', i: 'котлом', p: 'котле' } as const;
export const obstacleNamed = (kind: ObstacleRef['obstacle'], wanted: Case = 'n'): string =>
  kind === 'boiler' ? BOILER[wanted] : inflect(OBSTACLE_CONCEPTS[kind].name, wanted);

export const partyName = (party: Mention | ObstacleRef, wanted: Case = 'n'): string =>
  'obstacle' in party ? obstacleNamed(party.obstacle, wanted) : mentionName(party, wanted);

export const TIER_NAMES = { base: 'низ', wall: 'верх', tall: 'пеналы', upper: 'антресоли' } as const;

const WALLS: Readonly<Record<number, readonly string[]>> = {
  1: ['стен/f'],
  2: ['лев/a стен/f', 'прав/a стен/f'],
  3: ['лев/a стен/f', 'средн/s стен/f', 'прав/a стен/f'],
};
/** «левая стена», «по средней стене». */
export const wallName = (standing: { readonly walls: readonly unknown[] }, index: number, wanted: Case = 'n'): string =>
  inflect(WALLS[standing.walls.length]?.[index] ?? 'стен/f', wanted) +
  (standing.walls.length > 3 ? ` ${index + 1}` : '');

/** «мойка 600 (между тумбой 400 и плитой 500)» */
export const placedName = (standing: Standing, unit: Unit): string => unitName(unit) + besideWords(standing, unit);

/** Where a unit of the floor row stands, by its neighbours: « (между мойкой 600 и плитой 500)». */
export function besideWords(standing: Standing, unit: Unit): string {
  const row = standing.floor.filter(({ wall }) => wall === unit.wall);
  const index = row.findIndex(({ id }) => id === unit.id);
  const [left, right] = [row[index - 1], row[index + 1]];
  if (index < 0) return '';
  if (left && right) return ` (между ${unitName(left, 'i')} и ${unitName(right, 'i')})`;
  if (left) return ` (справа от ${unitName(left, 'g')})`;
  return right ? ` (слева от ${unitName(right, 'g')})` : '';
}

import { capital, finishName, listed, type Order } from '#libs/furniture';
import { byKindOr } from '../meaning/cases.js';
import { type Change, changesOf, type Pair, unitsOf } from '../units/changes.js';
import { isOnFloor, type Standing, standingOf, type Unit } from '../units/units.js';
import { HANDLE_NAMES } from './kitchen.js';
import { besideWords, joined, listing, obstacleNamed, placedName, TIER_NAMES, unitName, wallName } from './names.js';

/** What was done to the things of a list, and what would have to be. */
const LEADS = {
  added: ['Добавлено', 'добавить'],
  gone: ['Убрано', 'убрать'],
  now: ['Теперь', 'сделать'],
  moved: ['Переставлено', 'переставить'],
  ends: ['Изменено по бокам', 'изменить по бокам'],
  kept: ['Учтено', 'учесть'],
  dropped: ['Больше не учитывается', 'не учитывать'],
  handles: ['Ручки', 'сменить ручки'],
  finish: ['Цвет', 'сменить цвет'],
} as const;
type Listed = readonly [lead: keyof typeof LEADS, text: string];

/** What an edit changed, as sentences; empty where nothing can be seen. The most important first. */
export function changedText(before: Order, after: Order): string {
  const [was, now] = [standingOf(before), standingOf(after)];
  const changes = changesOf(was, now);
  const floor = changes.some(
    (change) => change.change === 'wall' || change.change === 'obstacle' || unitsOf(change).some(isOnFloor),
  );
  // The upper row is laid anew with the floor row: one sentence for all its plain cabinets, and its hood goes along.
  const follows = (unit: Unit): boolean =>
    floor && !isOnFloor(unit) && (unit.kinds.size === 0 || unit.kinds.has('hood'));
  const told = changes.filter((change) => {
    if (change.change === 'became') return !follows(change.was) || change.was.kinds.size > 0;
    return !unitsOf(change).some(follows) || isOfHood(change);
  });
  const swapped = swapIn(was, now);
  const lists = told.flatMap((change) => wordsOf(change, now)).filter(([lead]) => lead !== 'moved' || !swapped);
  return joined([
    swapped ? `Поменялись местами: ${swapped}.` : '',
    ...listsOf(lists).map(([lead, words]) => `${LEADS[lead][0]}: ${words}.`),
    ...heights(told),
    ...rowSentence(changes, told),
  ]);
}

/** A hood that went, alone or after what it hangs over. */
const isOfHood = (change: Change): boolean =>
  (change.change === 'gone' || change.change === 'moved') && unitsOf(change).every(({ kinds }) => kinds.has('hood'));

/** Changes as what would have to be done: «убрать: мойка 600; сменить цвет: верх — белый». */
export const toDoText = (changes: readonly Change[], now: Standing): string =>
  listsOf(changes.flatMap((change) => wordsOf(change, now)))
    .map(([lead, words]) => `${LEADS[lead][1]}: ${words}`)
    .join('; ');

function listsOf(words: readonly Listed[]): readonly Listed[] {
  const lists = new Map<Listed[0], string[]>();
  for (const [lead, text] of words) lists.set(lead, [...(lists.get(lead) ?? []), text]);
  return [...lists].map(([lead, list]) => {
    const each = [...new Set(list)];
    // «открытая полка 600 (2 шт.)»: units that came or went are counted.
    const many = (text: string): number =>
      lead === 'added' || lead === 'gone' ? list.filter((one) => one === text).length : 1;
    const told = each.map((text) => (many(text) > 1 ? `${text} (${many(text)} шт.)` : text));
    return [lead, (lead === 'finish' ? colours(told) : told).join(', ')];
  });
}

/** A change as a word of a list. */
const wordsOf = byKindOr<Change, 'change', readonly Listed[], [now: Standing]>(
  'change',
  {
    added: ({ unit }, now) => [['added', placedName(now, unit)]],
    gone: ({ unit }) => [['gone', unitName(unit)]],
    /** «мойка 800 вместо 600», «тумба 450 вместо посудомойки 450» */
    became(change) {
      if (isHigher(change)) return [];
      const [old, name] = [unitName(change.was), unitName(change.now)];
      const isResized = old !== name && name.replace(/\d+$/, '') === old.replace(/\d+$/, '');
      return [['now', `${name} вместо ${isResized ? change.was.width : unitName(change.was, 'g')}`]];
    },
    moved({ was, now: is }, now) {
      if (is.kinds.has('hood')) return [['moved', 'вытяжка — следом']];
      const wall = was.wall === is.wall ? '' : `, ${wallName(now, is.wallIndex)}`;
      return [['moved', `${unitName(is)}${wall}${besideWords(now, is)}`]];
    },
    wall: ({ wall, was, now: is }, now) => [
      ['now', is && was ? `${wallName(now, wall)} ${is} мм вместо ${was}` : `стены ${now.walls.join(', ')} мм`],
    ],
    ceiling: ({ now }) => [['now', `потолок ${now} мм`]],
    ends: ({ wall }, now) => [['ends', wallName(now, wall)]],
    obstacle: ({ was, now }) => [
      now
        ? ['kept', `${obstacleNamed(now.kind)} ${now.at}–${now.at + now.width} мм от левого угла`]
        : ['dropped', obstacleNamed(was?.kind ?? 'niche')],
    ],
    handles: ({ now }) => [['handles', HANDLE_NAMES[now]]],
    lighting: ({ now }) => [[now ? 'added' : 'gone', 'подсветка под верхними шкафами']],
    finish: ({ part, now }) => [['finish', `${PARTS[part]} — ${now ? finishName(now) : 'пока без цвета'}`]],
  },
  () => [],
);

const PARTS = {
  base: 'нижние фасады',
  wall: 'верхние фасады',
  tall: 'фасады пеналов',
  upper: 'фасады антресолей',
  carcass: 'корпус',
  worktop: 'столешница',
} as const;

/** Facades of several rows in one colour are one phrase. */
function colours(list: readonly string[]): string[] {
  const facades = list.filter((text) => text.includes('фасад'));
  const others = list.filter((text) => !facades.includes(text));
  const own = new Set(facades.map((text) => text.split(' — ')[1]));
  return [...(facades.length > 1 && own.size === 1 ? [`фасады — ${[...own][0]}`] : facades), ...others];
}

const isHigher = ({ was, now }: Pair): boolean =>
  was.code === now.code && was.width === now.width && was.height !== now.height;

/** Rows that were made higher or lower, in one sentence each. */
const heights = (told: readonly Change[]): string[] => [
  ...new Set(
    told.flatMap((change) =>
      change.change === 'became' && isHigher(change)
        ? [
            `${capital(TIER_NAMES[change.now.tier])} теперь высотой ${change.now.height} мм вместо ${change.was.height}.`,
          ]
        : [],
    ),
  ),
];

/** Two units of the floor row that took each other's place, all others staying. */
function swapIn(was: Standing, now: Standing): string | undefined {
  const places = was.floor.flatMap(({ id }, i) => (id === now.floor[i]?.id ? [] : [i]));
  const [i = 0, j = 0] = places;
  const [a, b] = [now.floor[i], now.floor[j]];
  return places.length === 2 && a && b && was.floor[i]?.id === b.id && was.floor[j]?.id === a.id
    ? `${unitName(b)} и ${unitName(a)}`
    : undefined;
}

/** What a kitchen that was laid out anew has no more. */
export function goneText(before: Order, after: Order): string {
  const gone = changesOf(standingOf(before), standingOf(after)).flatMap((change) =>
    change.change === 'gone' && change.unit.kinds.size > 0 && isOnFloor(change.unit) ? [unitName(change.unit)] : [],
  );
  return listing(LEADS.gone[0], gone);
}

function rowSentence(changes: readonly Change[], told: readonly Change[]): string[] {
  const gone = changes.flatMap((change) => (change.change === 'row_gone' ? [TIER_NAMES[change.tier]] : []));
  const hood = changes.some((change) => change.change === 'gone' && change.unit.kinds.has('hood'));
  const without = hood ? 'Кухня теперь без вытяжки: если её оставить, скажите.' : '';
  if (gone.length > 0) return [`Убран ${listed([...new Set(gone)])}.`, without];
  return changes.length > told.length ? ['Верхний ряд подобран заново под нижний.'] : [];
}

import { capital, finishName, listed, type Order } from '#libs/furniture';
import { type Change, changesOf } from '../account/changes.js';
import { isOnFloor, type Standing, standingOf, type Unit } from '../account/standing.js';
import { HANDLE_NAMES } from './kitchen.js';
import { besideWords, obstacleNamed, TIER_NAMES, unitName, wallName } from './names.js';

/** What an edit changed, as sentences; empty where nothing can be seen. The most important first. */
export function changedText(before: Order, after: Order): string {
  const [was, now] = [standingOf(before), standingOf(after)];
  const changes = changesOf(was, now);
  const floor = changes.some(isOfFloor);
  // The upper row is laid anew with the floor row: one sentence for all its plain cabinets, and its hood goes along.
  const follows = (unit: Unit): boolean =>
    floor && !isOnFloor(unit) && (unit.kinds.size === 0 || unit.kinds.has('hood'));
  const told = changes
    .filter((change) => change.change === 'became' || !unitsOf(change).some(follows))
    .filter((change) => change.change !== 'became' || !follows(change.was) || change.was.kinds.size > 0);
  const swapped = swapIn(was, now);
  const words = new Map<string, string[]>();
  for (const change of told)
    for (const [lead, text] of wordsOf(change, was, now)) {
      if (lead === 'Переставлено' && swapped) continue;
      words.set(lead, [...(words.get(lead) ?? []), text]);
    }
  const lists = [...words].map(([lead, list]) => `${lead}: ${[...new Set(list)].join(', ')}.`);
  return [
    ...(swapped ? [`Поменялись местами: ${swapped}.`] : []),
    ...lists,
    ...heights(told),
    ...lookSentences(told.filter((change) => change.change === 'finish')),
    ...rowSentence(changes, told),
  ].join(' ');
}

/** A change as a word of a list that begins with the lead. */
function wordsOf(change: Change, was: Standing, now: Standing): (readonly [lead: string, text: string])[] {
  switch (change.change) {
    case 'added':
      return [['Добавлено', `${unitName(now, change.unit)}${besideWords(now, change.unit)}`]];
    case 'gone':
      return [['Убрано', unitName(was, change.unit)]];
    case 'became':
      return isHigher(change) ? [] : [['Теперь', becameWords(was, now, change)]];
    case 'moved': {
      const wall = change.was.wall === change.now.wall ? '' : `, ${wallName(now, change.now.wall)}`;
      return [['Переставлено', `${unitName(now, change.now)}${wall}${besideWords(now, change.now)}`]];
    }
    case 'wall':
      return [
        [
          'Теперь',
          change.now && change.was
            ? `${wallName(now, change.wall)} ${change.now} мм вместо ${change.was}`
            : `стены ${now.walls.join(', ')} мм`,
        ],
      ];
    case 'ceiling':
      return [['Теперь', `потолок ${change.now} мм`]];
    case 'ends':
      return [['Изменено по бокам', wallName(now, change.wall)]];
    case 'obstacle':
      return change.now
        ? [
            [
              'Учтено',
              `${obstacleNamed(change.now.kind)} ${change.now.at}–${change.now.at + change.now.width} мм от левого угла`,
            ],
          ]
        : [['Больше не учитывается', obstacleNamed(change.was?.kind ?? 'niche')]];
    case 'handles':
      return [['Ручки', HANDLE_NAMES[change.now]]];
    case 'lighting':
      return [[change.now ? 'Добавлено' : 'Убрано', 'подсветка под верхними шкафами']];
    default:
      return [];
  }
}

type Became = Extract<Change, { change: 'became' }>;
const isHigher = ({ was, now }: Became): boolean =>
  was.code === now.code && was.width === now.width && was.height !== now.height;

/** Rows that were made higher or lower, in one sentence each. */
function heights(told: readonly Change[]): string[] {
  const higher = told.flatMap((change) => (change.change === 'became' && isHigher(change) ? [change] : []));
  return [
    ...new Set(
      higher.map(
        ({ was, now }) => `${capital(TIER_NAMES[now.tier])} теперь высотой ${now.height} мм вместо ${was.height}.`,
      ),
    ),
  ];
}

/** Two units of the floor row that took each other's place, all others staying. */
function swapIn(was: Standing, now: Standing): string | undefined {
  const [before, after] = [was, now].map(({ floor }) => floor.map(({ id }) => id));
  const places = before?.flatMap((id, i) => (id === after?.[i] ? [] : [i])) ?? [];
  const [i = -1, j = -1] = places;
  const [a, b] = [now.floor[j], now.floor[i]];
  if (
    places.length !== 2 ||
    before?.length !== after?.length ||
    before?.[i] !== after?.[j] ||
    before?.[j] !== after?.[i]
  )
    return undefined;
  return a && b && `${unitName(now, a)} и ${unitName(now, b)}`;
}

/** What a kitchen that was laid out anew has no more. */
export function goneText(before: Order, after: Order): string {
  const was = standingOf(before);
  const gone = changesOf(was, standingOf(after)).flatMap((change) =>
    change.change === 'gone' && change.unit.kinds.size > 0 && isOnFloor(change.unit)
      ? [unitName(was, change.unit)]
      : [],
  );
  return gone.length > 0 ? `Убрано: ${gone.join(', ')}.` : '';
}

const unitsOf = (change: Change): readonly Unit[] =>
  'unit' in change
    ? [change.unit]
    : 'was' in change && typeof change.was === 'object' && 'tier' in change.was
      ? [change.was]
      : [];

const isOfFloor = (change: Change): boolean =>
  change.change === 'wall' || change.change === 'obstacle' || unitsOf(change).some(isOnFloor);

function rowSentence(changes: readonly Change[], told: readonly Change[]): string[] {
  const gone = changes.flatMap((change) => (change.change === 'row_gone' ? [TIER_NAMES[change.tier]] : []));
  if (gone.length > 0) return [`Убран ${listed([...new Set(gone)])}.`];
  return changes.length > told.length ? ['Верхний ряд подобран заново под нижний.'] : [];
}

/** «мойка 800 вместо 600», «тумба 450 на месте посудомойки 450». */
function becameWords(
  before: Standing,
  now: Standing,
  { was, now: is }: { readonly was: Unit; readonly now: Unit },
): string {
  const [old, name] = [unitName(before, was), unitName(now, is)];
  if (old !== name && was.width !== is.width && name.replace(/\d+$/, '') === old.replace(/\d+$/, ''))
    return `${name} вместо ${was.width}`;
  return `${name} вместо ${unitName(before, was, 'g')}`;
}

/** Facades of all tiers in one colour are one phrase. */
function lookSentences(changes: readonly Extract<Change, { change: 'finish' }>[]): string[] {
  const facades = changes.filter(({ part }) => part !== 'carcass' && part !== 'worktop');
  const one = new Set(facades.map(({ now }) => now)).size === 1 && facades.length > 1;
  const parts = {
    base: 'нижние фасады',
    wall: 'верхние фасады',
    tall: 'фасады пеналов',
    upper: 'фасады антресолей',
    carcass: 'корпус',
    worktop: 'столешница',
  };
  const others = one ? changes.filter((change) => !facades.includes(change)) : changes;
  const words = [
    ...(one ? [`фасады — ${nameOfFinish(facades[0]?.now)}`] : []),
    ...others.map(({ part, now }) => `${parts[part]} — ${nameOfFinish(now)}`),
  ];
  return words.length > 0 ? [`Цвет: ${words.join(', ')}.`] : [];
}

const nameOfFinish = (finish: Extract<Change, { change: 'finish' }>['now']): string =>
  finish ? finishName(finish) : 'пока без цвета';

import { CONSTANTS, capital, finishName, type Handle, listed, type Order, TIERS, type Tier } from '#libs/furniture';
import { isOnFloor, type Standing, standingOf, type Unit } from '../units/units.js';
import { countedName, nameInRow, obstacleNamed, TIER_NAMES, wallName } from './names.js';

/** Smaller stretches of a floor row are not told of, mm. */
const MIN_FREE_MM = 150;

export const HANDLE_NAMES: Readonly<Record<Handle, string>> = {
  bar: 'скобы',
  grip: 'торцевые',
  gola: 'профиль гола',
  push: 'открывание нажатием',
};

/** Kitchens by the number of their walls. */
export const SHAPE_NAMES = ['', 'прямая кухня', 'угловая кухня', 'П-образная кухня'];

/** «Угловая кухня 3000 на 2000 мм.» */
export const sizeOf = ({ walls }: Standing): string =>
  `${capital(SHAPE_NAMES[walls.length] ?? 'кухня')} ${walls.join(' на ')} мм.`;

/** Units of a row as words, alike ones that stand together counted. */
function rowWords(standing: Standing, units: readonly Unit[]): string[] {
  const words: string[] = [];
  let group: Unit[] = [];
  const flush = (): void => {
    const [first] = group;
    const counted = first && group.length > 1 ? countedName(standing, first, group.length) : undefined;
    words.push(...(counted ? [counted] : group.map((unit) => nameInRow(standing, unit))));
    group = [];
  };
  for (const unit of units) {
    const last = group.at(-1);
    const alike =
      last && unit.code === last.code && unit.width === last.width && unit.at === last.end && last.kinds.size === 0;
    if (!alike) flush();
    group.push(unit);
  }
  flush();
  return words;
}

/** The floor row of a wall from left to right, with doors and what is left free. */
function floorWords(standing: Standing, wall: number): string[] {
  const units = standing.units.filter((unit) => isOnFloor(unit) && unit.wallIndex === wall);
  const { walls, order } = standing;
  const inner = (index: number): boolean => order.room.walls[index]?.turn === 'right';
  const from = inner(wall) ? CONSTANTS.deadBase : 0;
  const to = (walls[wall] ?? 0) - (inner(wall + 1) ? CONSTANTS.deadBase : 0);
  const words: string[] = [];
  let at = from;
  let row: Unit[] = [];
  const upTo = (next: number): void => {
    if (next - at < MIN_FREE_MM) return;
    words.push(...rowWords(standing, row));
    row = [];
    const door = order.obstacles.find(
      (one) =>
        one.kind === 'door' && one.wall === order.room.walls[wall]?.id && one.at < next && at < one.at + one.width,
    );
    words.push(door ? `дверь ${door.width}` : `свободно ${next - at}`);
  };
  for (const unit of units) {
    upTo(unit.at);
    if (!unit.isFiller) row.push(unit);
    at = Math.max(at, unit.end);
  }
  if (units.length > 0) upTo(to);
  return [...words, ...rowWords(standing, row)];
}

const tierWords = (standing: Standing, wall: number, tier: Tier): string[] =>
  rowWords(
    standing,
    standing.units.filter((unit) => unit.tier === tier && unit.wallIndex === wall && !unit.isFiller),
  );

/** How much of the kitchen is told: all, or its upper rows only counted. */
export const DETAILS = ['all', 'upper_counted'] as const;

/** «Слева направо: холодильник 600, мойка 600. Верх: шкаф 600, вытяжка 600.», wall by wall. */
export function kitchenText(order: Order, detail: (typeof DETAILS)[number] = 'all'): string {
  const standing = standingOf(order);
  const walls = standing.walls.flatMap((_, wall) => {
    const floor = floorWords(standing, wall);
    const where = standing.walls.length > 1 ? `${wallName(standing, wall)}, ` : '';
    const rows: [lead: string, words: readonly string[]][] = [
      [`${where}слева направо`, floor],
      [`${floor.length > 0 ? '' : where}верх`, detail === 'all' ? tierWords(standing, wall, 'wall') : []],
      ['антресоли', detail === 'all' ? tierWords(standing, wall, 'upper') : []],
    ];
    return rows.flatMap(([lead, words]) => (words.length > 0 ? [`${capital(lead)}: ${words.join(', ')}.`] : []));
  });
  const above = standing.units.filter(({ tier, isFiller }) => !isOnFloor({ tier }) && !isFiller).length;
  return [
    sizeOf(standing),
    ...walls,
    ...(detail !== 'all' && above > 0 ? [`Верхних шкафов: ${above}.`] : []),
    ...lookWords(order),
    ...obstacleWords(order),
  ].join(' ');
}

/** Colours, handles and lighting, where the order has them. */
function lookWords({ finish, handles, lighting, runs }: Order): string[] {
  const tiers = TIERS.filter((tier) => runs.some((run) => run.tier === tier && run.nodes.length > 0));
  const [first] = tiers.map((tier) => finish.facade?.[tier]);
  const same = first !== undefined && tiers.every((tier) => finish.facade?.[tier] === first);
  const facades = same
    ? [`фасады — ${finishName(first)}`]
    : tiers.flatMap((tier) => {
        const own = finish.facade?.[tier];
        return own ? [`${TIER_NAMES[tier]} — ${finishName(own)}`] : [];
      });
  const colours = [
    ...facades,
    ...(finish.carcass ? [`корпус — ${finishName(finish.carcass)}`] : []),
    ...(finish.worktop ? [`столешница — ${finishName(finish.worktop)}`] : []),
  ];
  const grips = [...new Set(tiers.flatMap((tier) => handles[tier] ?? []))].map((handle) => HANDLE_NAMES[handle]);
  return [
    ...(colours.length > 0 ? [`Цвет: ${colours.join(', ')}.`] : []),
    ...(grips.length > 0 ? [`Ручки: ${listed(grips)}.`] : []),
    ...(lighting.under ? ['Под верхними шкафами подсветка.'] : []),
  ];
}

/** What is kept free on the walls. Doors are named in their row. */
function obstacleWords({ obstacles }: Order): string[] {
  const words = obstacles
    .filter(({ kind }) => kind !== 'door')
    .map(({ kind, at, width }) => `${obstacleNamed(kind)} ${width > 0 ? `${at}–${at + width}` : `на ${at}`}`);
  return words.length > 0 ? [`Учтено от левого угла, мм: ${words.join(', ')}.`] : [];
}

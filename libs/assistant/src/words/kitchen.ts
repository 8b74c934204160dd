import {
  CONSTANTS,
  capital,
  finishName,
  type Handle,
  isDiagonalCorner,
  isKeptFree,
  listed,
  type Order,
  TIERS,
  type Tier,
} from '#libs/furniture';
import { isOnFloor, type Standing, standingOf, type Unit } from '../units/units.js';
import { countedName, joined, listing, nameInRow, obstacleNamed, TIER_NAMES, wallName } from './names.js';

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
function rowWords(units: readonly Unit[]): string[] {
  const groups: [Unit, ...Unit[]][] = [];
  let last: Unit | undefined;
  for (const unit of units) {
    const alike =
      last && unit.code === last.code && unit.width === last.width && unit.at === last.end && last.kinds.size === 0;
    if (alike) groups.at(-1)?.push(unit);
    else groups.push([unit]);
    last = unit;
  }
  return groups.flatMap((group) => (group.length > 1 && countedName(group[0], group.length)) || group.map(nameInRow));
}

/** What the corner takes of the wall beside the one on which its unit stands, mm: as much as a diagonal one is wide, else the room of a blind one. */
function cornerTaken({ units }: Standing, wall: number, off: (unit: Unit) => number): number {
  const isThere = (unit: Unit): boolean => isOnFloor(unit) && unit.wallIndex === wall && off(unit) < MIN_FREE_MM;
  return units.find((unit) => isThere(unit) && isDiagonalCorner(unit.code))?.width ?? CONSTANTS.deadBase;
}

/** The floor row of a wall from left to right, with doors and what is left free. */
function floorWords(standing: Standing, wall: number): string[] {
  const units = standing.units.filter((unit) => isOnFloor(unit) && unit.wallIndex === wall);
  const { walls, order } = standing;
  const inner = (index: number): boolean => order.room.walls[index]?.turn === 'right';
  const to = (walls[wall] ?? 0) - (inner(wall + 1) ? cornerTaken(standing, wall + 1, ({ at }) => at) : 0);
  const words: string[] = [];
  const length = walls[wall - 1] ?? 0;
  let at = inner(wall) ? cornerTaken(standing, wall - 1, ({ end }) => length - end) : 0;
  let row: Unit[] = [];
  const upTo = (next: number): void => {
    if (next - at < MIN_FREE_MM) return;
    const door = order.obstacles.find(
      (one) =>
        one.kind === 'door' && one.wall === order.room.walls[wall]?.id && one.at < next && at < one.at + one.width,
    );
    words.push(...rowWords(row), door ? `дверь ${door.width}` : `свободно ${next - at}`);
    row = [];
  };
  for (const unit of units) {
    upTo(unit.at);
    if (!unit.isFiller) row.push(unit);
    at = Math.max(at, unit.end);
  }
  if (units.length > 0) upTo(to);
  return [...words, ...rowWords(row)];
}

const tierWords = ({ units }: Standing, wall: number, tier: Tier): string[] =>
  rowWords(units.filter((unit) => unit.tier === tier && unit.wallIndex === wall && !unit.isFiller));

/**
 * «Слева направо: холодильник 600, мойка 600. Верх: шкаф 600, вытяжка 600.», wall by wall; the upper rows are only counted
 * unless it is told `whole`.
 */
export function kitchenText(order: Order, whole: boolean): string {
  const standing = standingOf(order);
  const walls = standing.walls.flatMap((_, wall) => {
    const floor = floorWords(standing, wall);
    const where = standing.walls.length > 1 ? `${wallName(standing, wall)}, ` : '';
    const row = listing(capital(`${where}слева направо`), floor);
    if (!whole) return [row];
    const upper = listing(capital(`${floor.length > 0 ? '' : where}верх`), tierWords(standing, wall, 'wall'));
    return [row, upper, listing('Антресоли', tierWords(standing, wall, 'upper'))];
  });
  const above = standing.units.filter((unit) => !isOnFloor(unit) && !unit.isFiller).length;
  const counted = !whole && above > 0 ? `Верхних шкафов: ${above}.` : '';
  return joined([sizeOf(standing), ...walls, counted, ...lookWords(order), obstacleWords(order)]);
}

/** Colours, handles and lighting, where the order has them. */
function lookWords({ finish, handles, lighting, runs }: Order): string[] {
  const tiers = TIERS.filter((tier) => runs.some((run) => run.tier === tier && run.nodes.length > 0));
  const facades = new Set(tiers.map((tier) => finish.facade?.[tier]));
  const colours = [
    ...(facades.size === 1
      ? [['фасады', ...facades] as const]
      : tiers.map((tier) => [TIER_NAMES[tier], finish.facade?.[tier]] as const)),
    ['корпус', finish.carcass] as const,
    ['столешница', finish.worktop] as const,
  ].flatMap(([name, own]) => (own ? [`${name} — ${finishName(own)}`] : []));
  const grips = [...new Set(tiers.flatMap((tier) => handles[tier] ?? []))].map((handle) => HANDLE_NAMES[handle]);
  return [
    listing('Цвет', colours),
    grips.length > 0 ? `Ручки: ${listed(grips)}.` : '',
    lighting.under ? 'Под верхними шкафами подсветка.' : '',
  ];
}

/** What is kept free on the walls. Doors are named in their row. */
function obstacleWords({ obstacles }: Order): string {
  const words = obstacles
    .filter(({ kind }) => kind !== 'door')
    .map((one) => {
      const { kind, at, width } = one;
      const free = isKeptFree(one) ? ' (перед ней свободно)' : '';
      return `${obstacleNamed(kind)} ${width > 0 ? `${at}–${at + width}` : `на ${at}`}${free}`;
    });
  return listing('Учтено от левого угла, мм', words);
}

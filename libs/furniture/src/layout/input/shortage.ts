import spoken from '../../../data/spoken.json' with { type: 'json' };
import { findModule, madeWidths } from '../../catalogue/catalogue.js';
import { wallPath } from '../../checks/context.js';
import { type Finding, finding } from '../../checks/finding.js';
import type { Alternative } from '../brief.js';
import type { Block, Room } from '../model.js';

/** GEO-SUM in the words of furniture.ru.md, section 2: a wall's row is longer than the wall. mm. */
export const tooLong = (wall: string, sum: number, length: number, how = ''): Finding =>
  finding('GEO-SUM', wallPath(wall), { wall, sum, length, missing: sum - length, how });

const SHORT: Readonly<Record<string, string>> = spoken.short;

/** The customer's word for a unit: the appliance, or the module's title with its width. */
export function nameOf(block: Pick<Block, 'code' | 'w' | 'role'>): string {
  const names: Partial<Record<Block['role'], string>> = {
    sink: 'мойка',
    dishwasher: 'посудомойка',
    fridge: 'холодильник',
    washer: 'стиральная машина',
    stove: 'плита',
  };
  return SHORT[block.code] ?? names[block.role] ?? titleOf(block.code);
}

export const titleOf = (code: string): string => (findModule(code)?.title ?? code).toLowerCase();

/** The same in the accusative, for «убрать …», where it differs. */
const ACCUSATIVE: Readonly<Record<string, string>> = {
  мойка: 'мойку',
  посудомойка: 'посудомойку',
  духовка: 'духовку',
  'варочная панель': 'варочную панель',
  'стиральная машина': 'стиральную машину',
  плита: 'плиту',
};
export const accusative = (name: string): string => ACCUSATIVE[name] ?? name;

/** Narrower made widths of a unit, widest first, mm. Units that an appliance fills are not made narrower for it. */
export function narrower(block: Pick<Block, 'code' | 'w'>): number[] {
  return madeWidths(block.code)
    .filter((w) => w < block.w)
    .toReversed();
}

/** Appliances that a kitchen can most easily do without, first ones first. */
const DROPPABLE: readonly Block['role'][] = ['tall', 'unit', 'dishwasher', 'washer', 'fridge', 'oven'];

/**
 * Alternatives for a shortage of `missing` mm among the units concerned: single narrowings and removals, those that
 * suffice first; then a longer wall.
 */
export function alternatives(
  blocks: readonly Block[],
  missing: number,
  subject: (block: Block) => string,
): Alternative[] {
  const narrowings: Alternative[] = [];
  for (const block of blocks) {
    const widths = narrower(block);
    const enough = widths.find((w) => block.w - w >= missing) ?? widths[0];
    if (enough === undefined) continue;
    const frees = block.w - enough;
    narrowings.push({
      kind: 'narrow',
      subject: subject(block),
      text: `${accusative(nameOf(block))} ${enough} вместо ${block.w}`,
      frees,
    });
  }
  const drops = blocks
    .filter((b) => DROPPABLE.includes(b.role))
    .sort((a, b) => DROPPABLE.indexOf(a.role) - DROPPABLE.indexOf(b.role))
    .map(
      (b): Alternative => ({ kind: 'drop', subject: subject(b), text: `убрать ${accusative(nameOf(b))}`, frees: b.w }),
    );
  const enoughFirst = (a: Alternative, b: Alternative): number =>
    Number((b.frees ?? 0) >= missing) - Number((a.frees ?? 0) >= missing);
  const longer: Alternative = { kind: 'lengthen', subject: '', text: `стена длиннее на ${missing} мм`, frees: missing };
  return [...[...narrowings, ...drops].sort(enoughFirst), longer];
}

/** The widest wall's shortage when the blocks fit nowhere: which wall, what it would carry, how long it is. mm. */
export function shortageOf(
  room: Room,
  blocks: readonly Block[],
  room1: readonly number[],
): { wall: string; taken: number; length: number; blocks: Block[] } {
  const named = room.walls.map((wall, i) => ({
    wall,
    i,
    blocks: blocks.filter((b) => b.placement.wall === wall.id || room.walls.length === 1),
  }));
  const over = named
    .map((n) => ({ ...n, need: n.blocks.reduce((w, b) => w + b.w, 0), capacity: room1[n.i] ?? 0 }))
    .filter((n) => n.need > n.capacity)
    .sort((a, b) => b.need - b.capacity - (a.need - a.capacity))[0];
  if (over) {
    const { wall } = over;
    return { wall: wall.id, taken: wall.length - over.capacity + over.need, length: wall.length, blocks: over.blocks };
  }
  const need = blocks.reduce((w, b) => w + b.w, 0);
  const capacity = room1.reduce((w, c) => w + Math.max(0, c), 0);
  const last = room.walls.at(-1)!;
  const missing = Math.max(need - capacity, 50);
  return { wall: last.id, taken: last.length + missing, length: last.length, blocks: [...blocks] };
}

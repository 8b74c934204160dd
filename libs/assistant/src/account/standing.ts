import {
  type Appliance,
  atOf,
  endOf,
  findModule,
  isCornerUnit,
  isDiagonalCorner,
  isGap,
  isOpenShelf,
  isOrdinary,
  itemsIn,
  type Order,
  type Tier,
} from '#libs/furniture';
import { CONCEPTS, type Concept, codeOf, conceptOf } from '../concepts/index.js';
import type { Mention } from '../meaning/meaning.js';

/** A node of an order with what stands in it; lengths in mm, from its wall's left end. */
export interface Unit {
  readonly id: string;
  readonly code: string;
  /** Index of its wall, from the left. */
  readonly wall: number;
  readonly tier: Tier;
  readonly at: number;
  readonly end: number;
  readonly width: number;
  readonly height: number | undefined;
  readonly kinds: ReadonlySet<Appliance>;
  readonly fuel: string | undefined;
  readonly isCorner: boolean;
  /** Fillers and panels, which close gaps. */
  readonly isFiller: boolean;
}

/** An interval of a wall. */
export type Spot = Pick<Unit, 'wall' | 'at' | 'end'>;

/** An order as the account compares it with words. */
export interface Standing {
  readonly order: Order;
  /** Lengths of the walls from left to right, mm. */
  readonly walls: readonly number[];
  readonly units: readonly Unit[];
  /** Units on the floor from left to right, without fillers. */
  readonly floor: readonly Unit[];
}

export const isOnFloor = ({ tier }: Pick<Unit, 'tier'>): boolean => tier === 'base' || tier === 'tall';

/** Along the walls, from the left. */
export const rank = ({ wall, at }: Spot): number => wall * 1e6 + at;
const leftFirst = (a: Spot, b: Spot): number => rank(a) - rank(b);

export function standingOf(order: Order): Standing {
  const wallOf = (id: string): number => order.room.walls.findIndex((wall) => wall.id === id);
  const units = order.runs.flatMap((run) =>
    run.nodes
      .filter(({ code }) => !isGap(code))
      .map((node): Unit => {
        const items = itemsIn(order, node.id);
        const module = findModule(node.code);
        const own = module?.alternatives ? [] : (module?.appliances ?? []);
        return {
          id: node.id,
          code: node.code,
          wall: wallOf(run.wall),
          tier: run.tier,
          at: atOf(node),
          end: endOf(node),
          width: node.w,
          height: node.h ?? module?.heights[0],
          kinds: new Set([...items.map(({ kind }) => kind), ...own]),
          fuel: items.find(({ fuel }) => fuel)?.fuel,
          isCorner: isCornerUnit(node.code),
          isFiller: !isOrdinary(node.code),
        };
      }),
  );
  return {
    order,
    walls: order.room.walls.map(({ length }) => length),
    units: units.toSorted(leftFirst),
    floor: units.filter((unit) => isOnFloor(unit) && !unit.isFiller).sort(leftFirst),
  };
}

/** Whether a unit holds an appliance of one of the names. */
const hasKind = ({ kinds }: Unit, names: readonly (string | undefined)[]): boolean =>
  [...kinds].some((kind) => names.includes(kind));

/** Appliances, codes and names that a concept stands for; `hob` and `oven` stand in one unit, so both are looked for. */
const namesOf = ({ kind, code, standsFor }: Concept): readonly (string | undefined)[] => [kind ?? code, ...standsFor];

/**
 * Whether a customer may mean this unit by the mention, however loosely: «шкаф» is any cabinet. A mention of nothing
 * that the table knows («её») may mean any.
 */
export function mayMean(unit: Unit, mention: Mention): boolean {
  const concept = conceptOf(mention.concept);
  if (!concept) return true;
  const { kind, code, tier, variants } = concept;
  const names = namesOf(concept);
  if (hasKind(unit, names) || names.includes(unit.code) || mention.with?.some((own) => mayMean(unit, own))) return true;
  return (
    !kind &&
    ([codeOf(mention), code, ...variants.map((one) => one.code)].includes(unit.code) ||
      // «шкаф»: any cabinet, on the floor or on the wall.
      (code !== undefined && tier === undefined && unit.kinds.size === 0 && !isOpenShelf(unit.code)) ||
      (mention.tier !== undefined && mention.tier === unit.tier))
  );
}

/** Traits that tell one module of a concept from another. */
const isParticular = ({ drawers, corner, tall, builtIn }: Mention): boolean =>
  drawers !== undefined || corner === true || tall === true || builtIn !== undefined;

/** Whether the unit is what was named, as far as kind and traits were said; width aside. */
export function fulfils(unit: Unit, mention: Mention): boolean {
  const concept = conceptOf(mention.concept);
  if (!concept || unit.isFiller !== (concept.code === 'FL' || concept.code === 'EP')) return false;
  if (mention.corner !== undefined && unit.isCorner !== mention.corner) return false;
  if (mention.diagonal !== undefined && isDiagonalCorner(unit.code) !== mention.diagonal) return false;
  if (mention.tier && unit.tier !== mention.tier && !(mention.tier === 'base' && unit.tier === 'tall')) return false;
  if (concept.kind) {
    const kinds = [concept.kind, ...(mention.builtIn === false ? [] : concept.standsFor)];
    const variant = mention.builtIn !== undefined && concept.variants.some(({ builtIn }) => builtIn !== undefined);
    return (
      hasKind(unit, kinds) && (!variant || unit.code === codeOf(mention)) && (!mention.tall || unit.tier === 'tall')
    );
  }
  if (hasKind(unit, namesOf(concept))) return true;
  if (mention.with?.length)
    return mayMean(unit, { ...mention, with: [] }) && mention.with.every((own) => hasKind(unit, ownNames(own)));
  // A tall unit with an oven in it is one.
  if (unit.kinds.size > 0) return concept.tier === 'tall' && namesOf(concept).includes(unit.code);
  return isParticular(mention) && !mention.diagonal ? unit.code === codeOf(mention) : mayMean(unit, mention);
}

const ownNames = (own: Mention): readonly (string | undefined)[] => {
  const concept = conceptOf(own.concept);
  return concept ? namesOf(concept) : [];
};

/** Made widths differ from what is said by this much at most, mm. */
const WIDTH_SLACK_MM = 10;

/** Whether the unit, or the appliance in it, is as wide as was said. */
export const isWide = ({ order }: Standing, unit: Unit, width: number): boolean =>
  Math.abs(unit.width - width) <= WIDTH_SLACK_MM ||
  itemsIn(order, unit.id).some(({ w }) => w !== undefined && Math.abs(w - width) <= WIDTH_SLACK_MM);

const gapOf = (a: Spot, b: Spot): number => Math.max(a.at - b.end, b.at - a.end);

/** Over or under each other. */
export const isOver = (a: Spot, b: Spot): boolean => a.wall === b.wall && a.at < b.end && b.at < a.end;

/** Fillers between neighbours, mm. */
const NEIGHBOUR_MM = 150;

/** Whether two units are neighbours in the floor row, also round a corner. */
export function areNeighbours({ floor }: Standing, a: Unit, b: Unit): boolean {
  const [i, j] = [floor.indexOf(a), floor.indexOf(b)];
  return i >= 0 && j >= 0 && Math.abs(i - j) === 1 && (a.wall !== b.wall || gapOf(a, b) <= NEIGHBOUR_MM);
}

/** Keys of the concepts by which a unit is called, appliances first. */
export function conceptsOf(unit: Unit): readonly string[] {
  const kinds: readonly string[] = [...unit.kinds];
  const isCalled = ({ kind, code, variants, standsFor }: Concept): boolean =>
    standsFor.includes(unit.code) ||
    (kinds.length > 0
      ? kind !== undefined && kinds.includes(kind)
      : !kind && [code, ...variants.map((one) => one.code)].includes(unit.code));
  return Object.entries(CONCEPTS).flatMap(([key, concept]) => (isCalled(concept) ? [key] : []));
}

import type { Finish, Fuel, Handle, ObstacleKind, OrderFinish, Tier, WallEnd } from '#libs/furniture';
import type { Quantity } from '../text/token.js';

export type Shape = 'straight' | 'corner' | 'u';
/** How customers point at a wall: by side, by length, or by number. */
export type WallName = 'left' | 'centre' | 'right' | 'long' | 'short' | 'first' | 'second' | 'third';

/** Where the customer wants a thing, before it is known which walls there are. */
export interface Place {
  wall?: WallName;
  /** `edge`: «с краю», the outer end of its wall. */
  where?: 'start' | 'end' | 'edge' | 'corner' | 'window' | 'centre';
  /** «слева», «справа» of the whole kitchen. */
  hand?: 'left' | 'right';
  nextTo?: string;
  /** «между мойкой и плитой». */
  between?: readonly [string, string];
  side?: { of: string; hand: 'left' | 'right' };
  /** «плита на 2000»: the wall that is so long, mm. */
  wallLength?: number;
  /** mm from the left or the right end of the wall. */
  at?: { mm: number; from: 'left' | 'right' };
}

export type FixtureKind = 'sink' | 'dishwasher' | 'hob' | 'oven' | 'microwave' | 'fridge' | 'stove' | 'washer' | 'unit';

export interface FixtureFact {
  kind: FixtureKind;
  place: Place;
  width?: number;
  bowl?: number;
  fuel?: Fuel;
  builtIn?: boolean;
  tall?: boolean;
  /** Of a unit: its catalogue code. */
  code?: string;
  count?: number;
  /** Of a kitchen that is laid out anew: not named in the new sequence. */
  rest?: true;
  /** Said together with the fixture before it: «духовка с варочной», «варочная и духовка». */
  joined?: 'with' | 'and';
}

export interface ObstacleFact {
  kind: ObstacleKind;
  wall?: WallName;
  at?: { mm: number; from: 'left' | 'right' };
  /** «дверь справа»: the side that a distance said later counts from. */
  hand?: 'left' | 'right';
  /** «посередине» of the wall. */
  centred?: boolean;
  width?: number;
  bottom?: number;
  top?: number;
  height?: number;
  depth?: number;
  /** «рядом» with the obstacle before it; on which side and how many mm away, where the customer said so. */
  beside?: { hand?: 'left' | 'right'; gap?: number };
  /** «над ней»: over the obstacle before it. */
  over?: boolean;
}

interface WallTierFact {
  walls?: 'all' | 'none' | WallName[];
  height?: number;
  hood?: boolean;
  toCeiling?: boolean;
  /** «верхние только над мойкой»: what they are over, in the layout engine's words. */
  over?: string[];
  /** Code of the wall units where they are not plain cabinets: open shelves, glass, lifting doors. */
  code?: 'WO' | 'WG' | 'WL2';
  /** «с сушкой над мойкой»: asked for by name, so that no other kind takes its place. */
  dryer?: true;
  /** «без верхних на правой»: walls that carry none. */
  without?: WallName[];
  /** «верхние только слева». */
  hand?: 'left' | 'right';
}

/** What the customer's words say of a kitchen so far; every part may be missing. */
export interface Facts {
  shape?: Shape;
  /** Lengths in the order in which they were said, mm. */
  lengths: number[];
  named: Partial<Record<WallName, number>>;
  /** Figures that can be no wall: the unit has to be asked. */
  unclear: { text: string; quantity: Quantity }[];
  ends: { left?: WallEnd; right?: WallEnd };
  ceiling?: number;
  obstacles: ObstacleFact[];
  fixtures: FixtureFact[];
  /** What the customer said there is none of. */
  absent: string[];
  /** «все встроенное». */
  allBuiltIn?: boolean;
  ordered?: 'left-to-right' | 'right-to-left';
  /** «потом», «дальше»: told one after another, without a word of direction. */
  sequential?: boolean;
  wallTier: WallTierFact;
  finish: OrderFinish;
  handles: Partial<Record<Tier, Handle>>;
  lighting?: boolean;
  /** Colours that the palette has not, as the customer called them, with what stands for each. */
  nearest: Record<string, Finish>;
  unsupported?: 'island' | 'peninsula' | 'parallel';
  /** An appliance of which more than one was asked for; one is put. */
  single?: FixtureKind;
  /** «нижние с ящиками». */
  allDrawers?: boolean;
  /** The choice of appliances was left to the assistant. */
  usual?: boolean;
  /** A size that is a room's, not a wall's. */
  roomSize?: boolean;
}

export const noFacts = (): Facts => ({
  lengths: [],
  named: {},
  unclear: [],
  ends: {},
  obstacles: [],
  fixtures: [],
  absent: [],
  wallTier: {},
  finish: {},
  handles: {},
  nearest: {},
});

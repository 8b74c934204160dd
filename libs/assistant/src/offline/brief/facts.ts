import type { Finish, Fuel, Handle, ObstacleKind, OrderFinish, Tier, WallEnd } from '#libs/furniture';
import type { Quantity } from '../text/token.js';

export type Shape = 'straight' | 'corner' | 'u';
/** How customers name a wall: by side, length or number. */
export type WallName = 'left' | 'centre' | 'right' | 'long' | 'short' | 'first' | 'second' | 'third';

/** A requested place, before the walls are resolved. */
export interface Place {
  wall?: WallName;
  /** `edge` («с краю»): the outer end of its wall. */
  where?: 'start' | 'end' | 'edge' | 'corner' | 'window' | 'centre';
  /** «слева», «справа» relative to the whole kitchen. */
  hand?: 'left' | 'right';
  nextTo?: string;
  /** «между мойкой и плитой». */
  between?: readonly [string, string];
  side?: { of: string; hand: 'left' | 'right' };
  /** «плита на 2000»: the wall of this length, mm. */
  wallLength?: number;
  /** mm from the given end of the wall. */
  at?: { mm: number; from: 'left' | 'right' };
}

export type FixtureKind = 'sink' | 'dishwasher' | 'hob' | 'oven' | 'microwave' | 'fridge' | 'stove' | 'washer' | 'unit';

/** Kinds that stand for each other when a customer refers to one. */
export const COOKERS: readonly string[] = ['hob', 'oven', 'stove'];

export interface FixtureFact {
  kind: FixtureKind;
  place: Place;
  width?: number;
  bowl?: number;
  fuel?: Fuel;
  builtIn?: boolean;
  tall?: boolean;
  /** Catalogue code of a unit. */
  code?: string;
  count?: number;
  /** In a kitchen that is laid out anew: not mentioned in the new sequence. */
  rest?: true;
  /** Mentioned together with the previous fixture: «духовка с варочной», «варочная и духовка». */
  joined?: 'with' | 'and';
}

export interface ObstacleFact {
  kind: ObstacleKind;
  wall?: WallName;
  at?: { mm: number; from: 'left' | 'right' };
  /** «дверь справа»: the side that a later distance is measured from. */
  hand?: 'left' | 'right';
  /** «посередине» стены. */
  centred?: boolean;
  width?: number;
  bottom?: number;
  top?: number;
  height?: number;
  depth?: number;
  /** «рядом» with the previous obstacle: on which side and at what gap (mm), where given. */
  beside?: { hand?: 'left' | 'right'; gap?: number };
  /** «над ней»: above the previous obstacle. */
  over?: boolean;
}

interface WallTierFact {
  walls?: 'all' | 'none' | WallName[];
  height?: number;
  hood?: boolean;
  toCeiling?: boolean;
  /** «верхние только над мойкой»: fixtures under the wall units, by the layout engine's names. */
  over?: string[];
  /** Code of wall units other than plain cabinets: open shelves, glass, lift-up doors. */
  code?: 'WO' | 'WG' | 'WL2';
  /** «с сушкой над мойкой»: requested explicitly, so no other kind may replace it. */
  dryer?: true;
  /** «без верхних на правой»: walls without wall units. */
  without?: WallName[];
  /** «верхние только слева». */
  hand?: 'left' | 'right';
}

/** Everything the customer has said about a kitchen so far; every part may be missing. */
export interface Facts {
  shape?: Shape;
  /** Unnamed wall lengths in the order of the message, mm. */
  lengths: number[];
  named: Partial<Record<WallName, number>>;
  /** Numbers out of range for a wall: the unit has to be asked. */
  unclear: { text: string; quantity: Quantity }[];
  ends: { left?: WallEnd; right?: WallEnd };
  ceiling?: number;
  obstacles: ObstacleFact[];
  fixtures: FixtureFact[];
  /** Kinds that the customer said are not there. */
  absent: string[];
  /** «все встроенное». */
  allBuiltIn?: boolean;
  ordered?: 'left-to-right' | 'right-to-left';
  /** «потом», «дальше»: listed as a sequence without a direction. */
  sequential?: boolean;
  wallTier: WallTierFact;
  finish: OrderFinish;
  handles: Partial<Record<Tier, Handle>>;
  lighting?: boolean;
  /** Colours missing from the palette, in the customer's words, with the nearest finish. */
  nearest: Record<string, Finish>;
  unsupported?: 'island' | 'peninsula' | 'parallel';
  /** An appliance requested more than once; only one is placed. */
  single?: FixtureKind;
  /** «нижние с ящиками». */
  allDrawers?: boolean;
  /** The choice of appliances is left to the assistant. */
  usual?: boolean;
  /** The size given is a room's, not a wall's. */
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

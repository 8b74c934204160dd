import type { Finding } from '../checks/finding.js';
import {
  type Finish,
  type Fuel,
  type Handle,
  type Obstacle,
  type Order,
  type OrderFinish,
  type Tier,
  type Turn,
  type WallEnd,
} from '../order/order.js';

/**
 * A brief: what the customer wants, in millimetres and catalogue words, with a place only where the customer named one.
 * `compose` turns it into an order. Walls are named `A`, `B`, `C` by their index.
 */
export interface Brief {
  /** From left to right, seen from inside the room. One wall: a straight kitchen; two: L; three: U. */
  walls: BriefWall[];
  /** mm; 2700 by default. */
  ceiling?: number;
  obstacles?: BriefObstacle[];
  /** What must stand on the floor or be built in, in the customer's sequence. */
  fixtures: Fixture[];
  /** True when the customer gave the sequence («слева направо: …»): fixtures then keep it along the walls. */
  ordered?: boolean;
  /** Catalogue codes of units that the customer does not want: nothing is filled with them. */
  without?: readonly string[];
  wallTier?: WallTier;
  finish?: OrderFinish;
  handles?: Partial<Record<Tier, Handle>>;
  lighting?: { under?: boolean };
}

export interface BriefWall {
  length: number;
  /** Of the second and later walls; `right` (an inner corner) by default. */
  turn?: Exclude<Turn, 'start'>;
  ends?: { left?: WallEnd; right?: WallEnd };
}

export type BriefObstacle = Omit<Obstacle, 'id'>;

/** Where the customer wants a fixture; all optional, each narrows the choice. */
export interface Placement {
  wall?: string;
  /** `start` and `end` of its wall; `window`: centred under the window; `centre` of the wall; `corner`: in the inner corner. */
  where?: 'start' | 'end' | 'corner' | 'window' | 'centre';
  /** Left edge in mm: the customer fixed the place, so the node is pinned. */
  at?: number;
  /** Directly beside a fixture of this kind (appliance, or catalogue code of a unit). */
  nextTo?: string;
  /** Somewhere to the left or right of a fixture of this kind. */
  side?: { of: string; hand: 'left' | 'right' };
}

export type Fixture = Placement &
  (
    | { kind: 'sink'; width?: number; bowl?: number }
    | { kind: 'dishwasher'; width?: 450 | 600 }
    /** A hob; with `oven` the oven stands in the same unit (BO), else it gets a unit of its own (BH). */
    | { kind: 'hob'; fuel?: Fuel; width?: number; oven?: boolean }
    /** An oven apart from the hob: in a tall unit (`tall`), with the microwave above it (`microwave`), or below the worktop. */
    | { kind: 'oven'; tall?: boolean; microwave?: boolean }
    | { kind: 'microwave' }
    | { kind: 'fridge'; builtIn: boolean; width?: number }
    /** Free-standing, in a niche. */
    | { kind: 'stove'; fuel?: Fuel; width?: number }
    | { kind: 'washer'; width?: number }
    /** Any module of the catalogue, by its Latin code; `count` of them. */
    | { kind: 'unit'; code: string; width?: number; height?: number; count?: number }
  );

export interface WallTier {
  /** Which walls carry wall units; `all` by default, `none` for a kitchen without them. */
  walls: 'all' | 'none' | string[];
  /** 360, 600, 720 (default) or 900 mm. */
  height?: number;
  /** A hood cabinet above the hob; true by default where there are wall units. */
  hood?: boolean;
  /** «До потолка»: mezzanines above. */
  toCeiling?: boolean;
}

/** A default that the engine applied and the customer must be told of. `text` is Russian, one clause, no full stop. */
export interface AppliedDefault {
  code: string;
  text: string;
}

/** A change that would make a brief or edit fit. `text` is Russian: «посудомойку 450 вместо 600». */
export interface Alternative {
  kind: 'narrow' | 'drop' | 'move' | 'lengthen' | 'replace';
  /** The node or fixture it speaks of. */
  subject: string;
  text: string;
  /** Millimetres that it frees. */
  frees?: number;
}

export type Composition =
  | { ok: true; order: Order; defaults: AppliedDefault[]; findings: Finding[] }
  /** `missing` are the mm that the wall is too short by, where that is the reason. */
  | { ok: false; findings: Finding[]; alternatives: Alternative[]; missing?: number };

/** Where a unit goes: beside another, or at a millimetre of a wall. */
export interface Spot {
  after?: string;
  before?: string;
  at?: number;
  wall?: string;
}

/** Edits of an order, by stable node ids; a batch is applied to a copy, all or nothing. */
export type Edit =
  /** Without a place the unit goes where it fits: the first free interval of its tier. */
  | ({ op: 'add'; code: string; w?: number; h?: number; tier?: Tier } & Spot)
  /** An appliance together with the unit that it needs. */
  | { op: 'add_fixture'; fixture: Fixture }
  | { op: 'remove'; node: string }
  | { op: 'remove_tier'; tier: Tier; wall?: string }
  /** Builds the tier (wall units, mezzanines) anew above what stands. */
  | { op: 'add_tier'; tier: 'wall' | 'upper'; wall?: string; height?: number }
  | { op: 'replace'; node: string; code: string; w?: number; h?: number }
  | { op: 'resize'; node: string; w: number }
  | ({ op: 'move'; node: string } & Spot)
  | { op: 'swap'; a: string; b: string }
  | { op: 'pin'; node: string; at: number }
  | { op: 'unpin'; node: string }
  | { op: 'mirror' }
  | { op: 'set_item'; node: string; item: { kind: string; w?: number; fuel?: Fuel } }
  | { op: 'remove_item'; item: string }
  | { op: 'set_obstacle'; id?: string; obstacle: BriefObstacle }
  | { op: 'remove_obstacle'; id: string }
  | { op: 'set_wall'; wall: string; length?: number; ends?: { left?: WallEnd; right?: WallEnd } }
  | { op: 'set_ceiling'; ceiling: number }
  | { op: 'set_finish'; part: 'carcass' | 'worktop' | Tier | 'facade'; finish: Finish }
  | { op: 'set_handles'; tier: Tier | 'all'; handle: Handle }
  | { op: 'set_lighting'; under: boolean };

export type EditOf<Op extends Edit['op']> = Extract<Edit, { op: Op }>;

export type EditResult =
  /** `changed` are the ids of nodes that were added, removed or changed otherwise than in place. */
  | { ok: true; order: Order; changed: string[]; defaults: AppliedDefault[]; findings: Finding[] }
  | { ok: false; findings: Finding[]; alternatives: Alternative[]; missing?: number }
  /** An edit names what is not there; the text is Russian, for the assistant's next attempt. */
  | { ok: false; unknown: string; findings: []; alternatives: [] };

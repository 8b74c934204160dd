import type { Finding, Finish, ObstacleKind, Order } from '#libs/furniture';
import type { KindsOf } from '../meaning/cases.js';
import type { Mention, ObstacleRef, ObstacleSaid, Place, Statement } from '../meaning/meaning.js';
import type { Operation } from '../port.js';

/**
 * What one message comes to, without words: `words/` makes the reply of it. Statements are named by their index in
 * the message's meaning. Lengths are millimetres.
 */
export interface Decision {
  readonly act: Act;
  /** What became of each statement; one that is not listed changes nothing and needs no word. */
  readonly became: readonly Became[];
  /** What the words left open and the assistant decided, beside the engine's own defaults. */
  readonly assumed: readonly Assumed[];
}

export type Act = KindsOf<
  'kind',
  {
    /** A kitchen is laid out (`plan_kitchen` first) or the one that stands is changed. Tried: it passes its checks. */
    operations: {
      operations: readonly Operation[];
      /** The kitchen that they make. */
      made: Order;
      /** They are what was offered before, and nothing else was said. */
      agreed?: true;
    };
    restore: { turn: number };
    /**
     * At most two questions, the most pressing first. `findings`: what cannot be built, whatever the answers are. `offers`:
     * answers that lead to a kitchen, each tried.
     */
    ask: { asks: readonly Ask[]; findings?: readonly Finding[]; offers?: readonly Offer[] };
    /** As said it is refused. Each offer was tried and passes its checks; with none, only the reason is left to say. */
    refused: { findings: readonly Finding[]; missing?: number; offers: readonly Offer[] };
    /** «Влезет ли посудомойка?»: tried, not applied; «да» takes the first offer. `already`: it stands so. */
    feasible: { fits: boolean; already?: true; findings: readonly Finding[]; offers: readonly Offer[] };
    /** A production norm forbids it and there is no alternative. */
    decline: { finding: Finding };
    /** Questions and small talk (`became` says which): the order stays. */
    reply: unknown;
  }
>;

/** A way out of a refusal, or an answer to a question. Taken by its number, by its words, by «да» where it is the only one. */
export interface Offer {
  readonly ways: readonly Way[];
  /** Of the whole request, so that taking it ends in a kitchen. */
  readonly operations: readonly Operation[];
  /** The kitchen that it ends in. */
  readonly made: Order;
  /** What is not as it was said even so, and what was assumed. */
  readonly missed?: readonly NotDone[];
  readonly assumed?: readonly Assumed[];
}

export type Shape = 'straight' | 'corner' | 'u';
/** A number as it was said. */
export type Numbered = Pick<Extract<Statement, { say: 'number' }>, 'value' | 'unit'>;

/** One change of an offer. `thing` is what it is done to, as a concept with its present width. */
export type Way = KindsOf<
  'way',
  {
    narrow: { thing: Named; to: number };
    drop: { thing: Named };
    straight: { thing: Named };
    /** The wall as it was said is this much too short, mm. */
    lengthen: { from: number; to: number };
    /** Along walls of these lengths, mm, and not along the others. */
    shape: { shape: Shape; along: readonly number[]; without: readonly number[] };
    without_place: { thing: Named };
    /** The things in another order than they were listed. */
    other_sequence: unknown;
    as_asked: unknown;
    /** Answers to questions. */
    length: { mm: number };
    with: { things: readonly Mention[] };
    place: { thing: Mention; place: Place };
    /** `mm` from the corner of that side. */
    obstacle: { obstacle: ObstacleKind; place: Place; mm?: number };
    this: { thing: Mention; node: string };
    /** The size that nothing explains is passed over. */
    pass_over: Numbered;
  }
>;

/** A thing by its concept; `node` where it stands in the order. */
export interface Named {
  readonly concept: string;
  readonly width?: number;
  readonly node?: string;
}

export type Ask = KindsOf<
  'ask',
  {
    length: { shape?: Shape; shapeToo: boolean; known: readonly number[] };
    shape: { known: readonly number[] };
    /** More or other lengths than the shape has walls. */
    contradiction: { shape?: Shape; known: readonly number[] };
    /** The room's size was said, not the walls'. */
    room: { known: readonly number[] };
    /** `others`: what was said with it, and has the same unit. */
    units: Numbered & { others?: readonly number[] };
    /** A size that nothing explains, beside walls that are known. */
    number: Numbered;
    appliances: unknown;
    cooker: { oven: boolean };
    sink: unknown;
    obstacle: { obstacle: ObstacleSaid; lacks: readonly ('side' | 'wall' | 'place' | 'width' | 'depth')[] };
    /** A width that is not made; `made` are the nearest. */
    width: { thing: Mention; wanted: number; made: readonly number[]; finding: Finding };
    /** Several things answer to the name. */
    which: { thing: Mention; nodes: readonly string[] };
    where: { thing: Mention; why?: Finding };
    /** None of what was offered is wanted. */
    otherwise: unknown;
    /** The change is clear, the thing is not, or the other way round. */
    what: unknown;
    /** The words were not understood. */
    unclear: unknown;
  }
>;

export type Became =
  | { readonly statement: number; readonly is: 'done' }
  /** It was so already. */
  | { readonly statement: number; readonly is: 'known' }
  /** A question or small talk that wants a sentence. */
  | { readonly statement: number; readonly is: 'answered' }
  /** `statement` is absent where an earlier message said it. */
  | { readonly statement?: number; readonly is: 'not_done'; readonly why: NotDone };

export type NotDone = KindsOf<
  'because',
  {
    /** No module for it. */
    outside: { name: string };
    /** A row off the wall, two rows face to face. */
    shape: { shape: Extract<Statement, { say: 'shape' }>['shape'] };
    no_room: { thing: Named };
    /** It stands, but not there. */
    place: { thing: Mention; place: Place };
    sequence: unknown;
    /** The kitchen has no corner for it. */
    no_corner: { thing: Mention };
    /** «на другую стену» of a straight kitchen. */
    one_wall: { thing: Mention };
    width: { thing: Named; wanted: number };
    count: { thing: Mention; made: number };
    /** Nothing of that name stands in the order. */
    absent: { thing: Mention | ObstacleRef };
    /** The row was not built there, or not in that height: made heights are `made`. */
    row: { made?: readonly number[] };
    /** mm that are left below the ceiling: no mezzanine goes in. */
    below_ceiling: { left: number };
    norm: { finding: Finding };
    /** Fixed by the workshop: heights of rows, the hood's height. */
    fixed: { what: 'row_height' | 'hood_height' | 'other' };
    /** Fronts are painted by rows, and appliances not at all. */
    colour: { thing: Mention };
    /** An earlier kitchen was brought back: what else was asked for has to be said again. */
    restored: unknown;
    /** There is nothing to go back to. */
    no_earlier: unknown;
  }
>;

export type Assumed = KindsOf<
  'assume',
  {
    straight: unknown;
    approximate: { length: number };
    free_standing_fridge: unknown;
    /** One that is not built in, and has no module: what stands, or does not, in its place. */
    no_free_standing: { kind: 'dishwasher' | 'microwave' };
    /** «Плита» was taken for this appliance. */
    cooker: { kind: 'stove' | 'hob' };
    usual: unknown;
    obstacle: { obstacle: ObstacleSaid; field: 'width' | 'depth' | 'bottom' | 'at'; mm: number };
    nearest_colour: { named: string; finish: Finish };
    single: { thing: Mention };
    /** The row above has no room for a hood over the cooker. */
    no_hood: unknown;
    picture_unread: unknown;
    laid_anew: unknown;
  }
>;

/** A decision of which nothing else is to be told. */
export const decided = (act: Act, became: readonly Became[] = [], assumed: readonly Assumed[] = []): Decision => ({
  act,
  became,
  assumed,
});

export const REPLY: Decision = decided({ kind: 'reply' });

/** Questions per turn (spec.md: one or two). */
const MAX_ASKS = 2;

/** The most pressing of these questions, with what cannot be built whatever the answers are. */
export const asking = (
  asks: readonly Ask[],
  findings: readonly Finding[] = [],
  became: readonly Became[] = [],
): Decision =>
  decided({ kind: 'ask', asks: asks.slice(0, MAX_ASKS), ...(findings.length > 0 ? { findings } : {}) }, became);

/** What was asked for, once the customer agrees. */
export const asAsked = ({ operations, made }: Pick<Offer, 'operations' | 'made'>): Offer => ({
  ways: [{ way: 'as_asked' }],
  operations,
  made,
});

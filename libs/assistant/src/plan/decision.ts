import type { Finding, ObstacleKind, Order } from '#libs/furniture';
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
      anew: boolean;
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

type Shaped = 'straight' | 'corner' | 'u';
type Measured = { value: number; unit?: 'mm' | 'cm' | 'm' };

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
    shape: { shape: Shaped; along: readonly number[]; without: readonly number[] };
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
    pass_over: Measured;
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
    length: { shape?: Shaped; shapeToo: boolean; known: readonly number[] };
    shape: { known: readonly number[] };
    /** More or other lengths than the shape has walls. */
    contradiction: { shape?: Shaped; known: readonly number[] };
    /** The room's size was said, not the walls'. */
    room: { known: readonly number[] };
    /** `others`: what was said with it, and has the same unit. */
    units: Measured & { others?: readonly number[] };
    /** A size that nothing explains, beside walls that are known. */
    number: Measured;
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

export type NotDone =
  /** No module for it. */
  | { readonly because: 'outside'; readonly name: string }
  /** A row off the wall, two rows face to face. */
  | { readonly because: 'shape'; readonly shape: Extract<Statement, { say: 'shape' }>['shape'] }
  | { readonly because: 'no_room'; readonly thing: Named }
  /** It stands, but not there. */
  | { readonly because: 'place'; readonly thing: Mention; readonly place: Place }
  | { readonly because: 'sequence' }
  /** The kitchen has no corner for it. */
  | { readonly because: 'no_corner'; readonly thing: Mention }
  /** «на другую стену» of a straight kitchen. */
  | { readonly because: 'one_wall'; readonly thing: Mention }
  | { readonly because: 'width'; readonly thing: Named; readonly wanted: number }
  | { readonly because: 'count'; readonly thing: Mention; readonly made: number }
  /** Nothing of that name stands in the order. */
  | { readonly because: 'absent'; readonly thing: Mention | ObstacleRef }
  /** The row was not built there, or not in that height: made heights are `made`. */
  | { readonly because: 'row'; readonly made?: readonly number[] }
  /** mm that are left below the ceiling: no mezzanine goes in. */
  | { readonly because: 'below_ceiling'; readonly left: number }
  | { readonly because: 'norm'; readonly finding: Finding }
  /** Fixed by the workshop: heights of rows, the hood's height. */
  | { readonly because: 'fixed'; readonly what: 'row_height' | 'hood_height' | 'other' }
  /** Fronts are painted by rows, and appliances not at all. */
  | { readonly because: 'colour'; readonly thing: Mention }
  /** An earlier kitchen was brought back: what else was asked for has to be said again. */
  | { readonly because: 'restored' }
  /** There is nothing to go back to. */
  | { readonly because: 'no_earlier' };

export type Assumed =
  | { readonly assume: 'straight' }
  | { readonly assume: 'approximate'; readonly length: number }
  | { readonly assume: 'free_standing_fridge' }
  /** One that is not built in, and has no module: what stands, or does not, in its place. */
  | { readonly assume: 'no_free_standing'; readonly kind: 'dishwasher' | 'microwave' }
  /** «Плита» was taken for this appliance. */
  | { readonly assume: 'cooker'; readonly kind: 'stove' | 'hob' }
  | { readonly assume: 'usual' }
  | {
      readonly assume: 'obstacle';
      readonly obstacle: ObstacleSaid;
      readonly field: 'width' | 'bottom';
      readonly mm: number;
    }
  | { readonly assume: 'nearest_colour'; readonly named: string; readonly finish: string }
  | { readonly assume: 'single'; readonly thing: Mention }
  /** The row above has no room for a hood over the cooker. */
  | { readonly assume: 'no_hood' }
  | { readonly assume: 'picture_unread' }
  | { readonly assume: 'laid_anew' };

/** A decision of which nothing else is to be told. */
export const decided = (act: Act, became: readonly Became[] = [], assumed: readonly Assumed[] = []): Decision => ({
  act,
  became,
  assumed,
});

export const REPLY: Decision = decided({ kind: 'reply' });

/** What was asked for, once the customer agrees. */
export const asAsked = ({ operations, made }: Pick<Offer, 'operations' | 'made'>): Offer => ({
  ways: [{ way: 'as_asked' }],
  operations,
  made,
});

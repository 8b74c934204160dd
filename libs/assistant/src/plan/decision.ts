import type { Finding, ObstacleKind, Order } from '#libs/furniture';
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

export type Act =
  /** A kitchen is laid out (`plan_kitchen` first) or the one that stands is changed. Tried: it passes its checks. */
  | {
      readonly kind: 'operations';
      readonly operations: readonly Operation[];
      readonly anew: boolean;
      /** The kitchen that they make. */
      readonly made: Order;
      /** They are what was offered before, and nothing else was said. */
      readonly agreed?: true;
    }
  | { readonly kind: 'restore'; readonly turn: number }
  /**
   * At most two questions, the most pressing first. `findings`: what cannot be built, whatever the answers are. `offers`:
   * answers that lead to a kitchen, each tried.
   */
  | {
      readonly kind: 'ask';
      readonly asks: readonly Ask[];
      readonly findings?: readonly Finding[];
      readonly offers?: readonly Offer[];
    }
  /** As said it is refused. Each offer was tried and passes its checks; with none, only the reason is left to say. */
  | {
      readonly kind: 'refused';
      readonly findings: readonly Finding[];
      readonly missing?: number;
      readonly offers: readonly Offer[];
    }
  /** «Влезет ли посудомойка?»: tried, not applied; «да» takes the first offer. `already`: it stands so. */
  | {
      readonly kind: 'feasible';
      readonly fits: boolean;
      readonly already?: true;
      readonly findings: readonly Finding[];
      readonly offers: readonly Offer[];
    }
  /** A production norm forbids it and there is no alternative. */
  | { readonly kind: 'decline'; readonly finding: Finding }
  /** Questions and small talk (`became` says which): the order stays. */
  | { readonly kind: 'reply' };

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

/** One change of an offer. `thing` is what it is done to, as a concept with its present width. */
export type Way =
  | { readonly way: 'narrow'; readonly thing: Named; readonly to: number }
  | { readonly way: 'drop'; readonly thing: Named }
  | { readonly way: 'straight'; readonly thing: Named }
  /** The wall as it was said is this much too short, mm. */
  | { readonly way: 'lengthen'; readonly from: number; readonly to: number }
  /** Along walls of these lengths, mm, and not along the others. */
  | {
      readonly way: 'shape';
      readonly shape: 'straight' | 'corner' | 'u';
      readonly along: readonly number[];
      readonly without: readonly number[];
    }
  | { readonly way: 'without_place'; readonly thing: Named }
  /** The things in another order than they were listed. */
  | { readonly way: 'other_sequence' }
  | { readonly way: 'as_asked' }
  /** Answers to questions. */
  | { readonly way: 'length'; readonly mm: number }
  | { readonly way: 'with'; readonly things: readonly Mention[] }
  | { readonly way: 'place'; readonly thing: Mention; readonly place: Place }
  /** `mm` from the corner of that side. */
  | { readonly way: 'obstacle'; readonly obstacle: ObstacleKind; readonly place: Place; readonly mm?: number }
  | { readonly way: 'this'; readonly thing: Mention; readonly node: string }
  /** The size that nothing explains is passed over. */
  | { readonly way: 'pass_over'; readonly value: number; readonly unit?: 'mm' | 'cm' | 'm' };

/** A thing by its concept; `node` where it stands in the order. */
export interface Named {
  readonly concept: string;
  readonly width?: number;
  readonly node?: string;
}

export type Ask =
  | {
      readonly ask: 'length';
      readonly shape?: 'straight' | 'corner' | 'u';
      readonly shapeToo: boolean;
      readonly known: readonly number[];
    }
  | { readonly ask: 'shape'; readonly known: readonly number[] }
  /** More or other lengths than the shape has walls. */
  | { readonly ask: 'contradiction'; readonly shape?: 'straight' | 'corner' | 'u'; readonly known: readonly number[] }
  /** The room's size was said, not the walls'. */
  | { readonly ask: 'room'; readonly known: readonly number[] }
  | { readonly ask: 'units'; readonly value: number; readonly unit?: 'mm' | 'cm' | 'm' }
  /** A size that nothing explains, beside walls that are known. */
  | { readonly ask: 'number'; readonly value: number; readonly unit?: 'mm' | 'cm' | 'm' }
  | { readonly ask: 'appliances' }
  | { readonly ask: 'cooker'; readonly oven: boolean }
  | { readonly ask: 'sink' }
  | {
      readonly ask: 'obstacle';
      readonly obstacle: ObstacleSaid;
      readonly lacks: readonly ('side' | 'wall' | 'place' | 'width' | 'depth')[];
    }
  /** A width that is not made; `made` are the nearest. */
  | {
      readonly ask: 'width';
      readonly thing: Mention;
      readonly wanted: number;
      readonly made: readonly number[];
      readonly finding: Finding;
    }
  /** Several things answer to the name. */
  | { readonly ask: 'which'; readonly thing: Mention; readonly nodes: readonly string[] }
  | { readonly ask: 'where'; readonly thing: Mention; readonly why?: Finding }
  /** None of what was offered is wanted. */
  | { readonly ask: 'otherwise' }
  /** The change is clear, the thing is not, or the other way round. */
  | { readonly ask: 'what' }
  /** The words were not understood. */
  | { readonly ask: 'unclear' };

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

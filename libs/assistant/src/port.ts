import type { Alternative, Brief, Edit, Finding, Order } from '#libs/furniture';
import type { Reading } from './vocabulary/reading.js';

/** A picture that the customer attached, in this turn or (remembered once) in the one before. */
export interface Picture {
  readonly mime: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';
  readonly bytes: Uint8Array;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly from: 'this_turn' | 'previous_turn';
}

/** One earlier turn of the conversation, oldest first. */
export interface Exchange {
  readonly turn: number;
  readonly words: string;
  /** Absent where the turn was stopped or failed. */
  readonly reply?: string;
  readonly status?: string;
  /** The order as it stood after that turn; absent while nothing was assembled. */
  readonly order?: Order;
  /** What was read of that turn's picture. */
  readonly reading?: Reading;
}

export interface AssistantRequest {
  readonly words: string;
  readonly pictures: readonly Picture[];
  readonly history: readonly Exchange[];
  /** The standing order; undefined while nothing is assembled. */
  readonly order: Order | undefined;
  /** Name that a new order gets. */
  readonly orderId: string;
  /** What the checks said of the tries before, in this turn; empty on the first. */
  readonly findings: readonly Finding[];
  /** Lawful ways out that the engine offered after the last try. */
  readonly alternatives?: readonly Alternative[];
  /** Why the last try could not be carried out at all, in Russian: it named what is not there. */
  readonly unknown?: string;
  /** What the last try would have done; absent where it was no operations. */
  readonly operations?: readonly Operation[];
  /** From 1. */
  readonly attempt: number;
}

/** The vocabulary of operations (design section 11): a whole plan, or edits of the standing order by stable ids. */
export type Operation = { readonly op: 'plan_kitchen'; readonly brief: Brief } | Edit;

export type Answer =
  /** `reply` is Russian; the defaults that the engine applied are added to it by the loop. */
  | { readonly kind: 'operations'; readonly operations: readonly Operation[]; readonly reply: string }
  /** Back to an order of an earlier turn («верни как было»). */
  | { readonly kind: 'restore'; readonly turn: number; readonly reply: string }
  /** Asked for what is missing, answered a question, or declined; `findings` where a check is the reason. */
  | { readonly kind: 'question'; readonly reply: string; readonly findings?: readonly Finding[] }
  /** A production norm stands in the way and there is nothing to ask. */
  | { readonly kind: 'decline'; readonly reply: string; readonly why: string; readonly findings: readonly Finding[] }
  /** A picture read aloud; the order stays. */
  | { readonly kind: 'reading'; readonly reply: string; readonly reading?: Reading }
  /** The model answered, but nothing that could be used; `findings` are for its next try, never for the customer. */
  | { readonly kind: 'nonsense'; readonly detail: string; readonly findings?: readonly Finding[] };

/** An operation as the record of a turn keeps it: the vocabulary, going back to an earlier turn's order, a reading. */
export type RecordedOperation =
  | Operation
  | { readonly op: 'restore'; readonly turn: number }
  | { readonly op: 'read_picture'; readonly reading: Reading };

/** What one try took. */
export interface Usage {
  readonly model: string;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly costUsd: number;
}

export interface Caps {
  /** Prompt and completion together. */
  readonly tokens: number;
  readonly costUsd: number;
}

/** One port for every assistant. Decisions about retrying are not in it. */
export interface Assistant {
  /** Shown by `GET /v1/health` and in `usage.model`. */
  readonly model: string;
  /** What one turn may take at most; past it no further try follows. */
  readonly caps?: Caps;
  /** Texts of which no reply may carry a part: the instructions, the key. */
  readonly confidential?: readonly string[];
  /**
   * @throws {AssistantUnavailable} when the model did not answer (connection, deadline, refusal of service): the turn
   * fails; and whatever `signal.reason` is when it was aborted.
   */
  answer(request: AssistantRequest, signal: AbortSignal): Promise<{ answer: Answer; usage: Usage }>;
}

export class AssistantUnavailable extends Error {
  override readonly name = 'AssistantUnavailable';
}

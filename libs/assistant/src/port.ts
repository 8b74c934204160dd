import type { Alternative, AppliedDefault, Brief, Edit, Finding, Order } from '#libs/furniture';
import type { Account } from './account/account.js';
import type { Reading } from './vocabulary/reading.js';

/** A picture attached to this turn or (kept for one turn) to the previous one. */
export interface Picture {
  readonly mime: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';
  readonly bytes: Uint8Array;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly from: 'this_turn' | 'previous_turn';
}

/** An earlier turn of the conversation. */
export interface Exchange {
  readonly turn: number;
  readonly words: string;
  /** Absent if the turn was stopped or failed. */
  readonly reply?: string;
  readonly status?: string;
  /** The order after that turn; absent while there is none. */
  readonly order?: Order;
  /** The reading of that turn's picture. */
  readonly reading?: Reading;
}

export interface AssistantRequest {
  readonly words: string;
  readonly pictures: readonly Picture[];
  readonly history: readonly Exchange[];
  /** The current order; undefined while there is none. */
  readonly order: Order | undefined;
  /** Id for a new order. */
  readonly orderId: string;
  /** Findings of the previous attempt of this turn; empty on the first. */
  readonly findings: readonly Finding[];
  /** Alternatives that the engine offered after the previous attempt. */
  readonly alternatives?: readonly Alternative[];
  /** Why the previous attempt could not be applied at all, in Russian: it referred to something unknown. */
  readonly unknown?: string;
  /** Operations of the previous attempt, if it had any. */
  readonly operations?: readonly Operation[];
  /** What the model itself wrote in the previous attempt, if it wrote anything. */
  readonly written?: string;
  /** From 1. */
  readonly attempt: number;
}

/** The vocabulary of operations (design, section 11): a whole plan, or edits of the order by stable ids. */
export type Operation = { readonly op: 'plan_kitchen'; readonly brief: Brief } | Edit;

export type Answer = {
  /** All that the model wrote: shown to it alone, at its next attempt. */
  readonly written?: string;
  /** How it accounts for the customer's phrases; unguarded, as the model wrote it: never to be shown as it is. */
  readonly said?: { readonly understood: readonly string[]; readonly notDone: readonly string[] };
} /** `reply` is Russian; `runTurn` adds the defaults that the engine applied. */ & (
  | {
      readonly kind: 'operations';
      readonly operations: readonly Operation[];
      readonly reply: string;
      /** They are what the question before offered, and the customer took it. */
      readonly agreed?: true;
    }
  /** Restores the order of an earlier turn («верни как было»). */
  | { readonly kind: 'restore'; readonly turn: number; readonly reply: string }
  /** Asks for what is missing, answers a question, or turns a request down; `findings` if a check is the reason. */
  | { readonly kind: 'question'; readonly reply: string; readonly findings?: readonly Finding[] }
  /** A production norm forbids it and there is no alternative to ask about. */
  | { readonly kind: 'decline'; readonly reply: string; readonly why: string; readonly findings: readonly Finding[] }
  /** The reading of a picture; the order is unchanged. */
  | { readonly kind: 'reading'; readonly reply: string; readonly reading?: Reading }
  /** Output of the model that cannot be used; `findings` are feedback for its next attempt, never for the customer. */
  | { readonly kind: 'unusable'; readonly detail: string; readonly findings?: readonly Finding[] }
);

/** An operation as stored with a turn: also a restore and a picture's reading. */
export type RecordedOperation =
  | Operation
  | { readonly op: 'restore'; readonly turn: number }
  | { readonly op: 'read_picture'; readonly reading: Reading };

/** Consumption of one attempt. */
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

/** A change of the order that is to be laid out and checked. */
export type Change =
  | {
      readonly kind: 'operations';
      readonly order: Order | undefined;
      readonly orderId: string;
      readonly operations: readonly Operation[];
    }
  /** Back to an earlier order. */
  | { readonly kind: 'restore'; readonly order: Order | undefined; readonly then: Order };

/** What a change came to: an order that passes its checks, or why there is none. */
export type Applied = Accepted | Refused;

export interface Accepted {
  readonly ok: true;
  readonly order: Order;
  /** Number of changed nodes. */
  readonly applied: number;
  readonly defaults: readonly AppliedDefault[];
  readonly findings: readonly Finding[];
}

export interface Refused {
  readonly ok: false;
  readonly findings: readonly Finding[];
  readonly alternatives: readonly Alternative[];
  readonly missing?: number;
  readonly unknown?: string;
}

/** An order that passes its checks, to be compared with the words of its conversation. */
export interface AccountRequest extends Pick<AssistantRequest, 'words' | 'history'> {
  readonly before: Order | undefined;
  readonly after: Order;
  /** What the assistant says to the customer, with the defaults that the note names. */
  readonly note: string;
  /** The order is what the question before offered, and the customer took it. */
  readonly agreed?: true;
}

/**
 * What one turn has computed: pure functions that can take seconds, so they run in worker threads, all of a turn's
 * within one processor budget. They throw `BudgetExceeded` beyond it, and `signal.reason` when aborted.
 */
export interface TurnComputing {
  /** The answer of the offline assistant's rules. */
  understand(request: AssistantRequest, signal: AbortSignal): Promise<Answer>;
  /** Applies a change to a copy of the order, lays it out and checks it. */
  apply(change: Change, signal: AbortSignal): Promise<Applied>;
  /** What the words fixed and the order does not hold, and what changed unasked. */
  account(request: AccountRequest, signal: AbortSignal): Promise<Account>;
}

/** The port of all assistants. Retrying belongs to `runTurn`. */
export interface Assistant {
  /** Reported by `GET /v1/health` and in `usage.model`. */
  readonly model: string;
  /** Limits per turn; once reached, no further attempt is made. */
  readonly caps?: Caps;
  /** Texts that no reply may quote: the instructions, the API key. */
  readonly confidential?: readonly string[];
  /**
   * @throws {AssistantUnavailable} when the model did not respond (connection, deadline, refused): the turn fails;
   * `signal.reason` when aborted.
   */
  answer(
    request: AssistantRequest,
    signal: AbortSignal,
    computing: TurnComputing,
  ): Promise<{ answer: Answer; usage: Usage }>;
}

export class AssistantUnavailable extends Error {
  override readonly name = 'AssistantUnavailable';
}

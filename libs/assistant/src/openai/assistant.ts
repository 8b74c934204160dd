import OpenAI from 'openai';
import type { Answer, Assistant, AssistantRequest, Caps, Usage } from '../port.js';
import { readingSchema } from '../vocabulary/reading.js';
import { answerSchema } from '../vocabulary/schema.js';
import { answerOf, readingAnswer, tokensOf } from './answer.js';
import { BACKOFF, type Backoff, type CallFailure, type CallSettings, complete, RequestRejected } from './call.js';
import { answerMessages, readingMessages } from './messages.js';
import { costOf, PRICES, type Price, priceOf } from './prices.js';
import { INSTRUCTIONS, READER } from './prompt.js';
import {
  type AnswerFormat,
  jsonMode,
  type Messages,
  type RequestVariant,
  strictSchema,
  variantsOf,
} from './request.js';

export interface OpenAiOptions {
  readonly apiKey: string;
  /** Includes the version: `https://…/v1`. Calls go to `{baseUrl}/chat/completions`. Undefined: the provider's own. */
  readonly baseUrl?: string | undefined;
  readonly model: string;
  /** `TURN_DEADLINE`, ms: no wait extends beyond it. */
  readonly deadlineMs?: number;
  /** Limits per turn, over all its attempts. */
  readonly caps?: Partial<Caps>;
  /** Maximum tokens of one answer. */
  readonly completionTokens?: number;
  /** Prices in addition to, or instead of, the known ones. */
  readonly prices?: Readonly<Record<string, Price>>;
  readonly backoff?: Partial<Backoff>;
  /** For the operator's log. */
  readonly onCallFailure?: (failure: CallFailure) => void;
}

const DEADLINE_MS = 240_000;
const CAPS: Caps = { tokens: 250_000, costUsd: 1 };
const COMPLETION_TOKENS = 16_000;

/**
 * An assistant behind any OpenAI-compatible endpoint. One call of `answer` is one attempt; `runTurn` decides about
 * more.
 */
export function openAiAssistant(options: OpenAiOptions): Assistant {
  return new OpenAiAssistant(options);
}

const ANSWER: AnswerFormat = { name: 'kitchen_actions', schema: strictSchema(answerSchema) };
const READING: AnswerFormat = { name: 'picture_reading', schema: strictSchema(readingSchema) };

class OpenAiAssistant implements Assistant {
  readonly model: string;
  readonly caps: Caps;
  readonly confidential: readonly string[];
  readonly #call: CallSettings;
  readonly #completionTokens: number;
  readonly #price: Price | undefined;
  readonly #shapes: readonly RequestVariant[];
  #shape = 0;

  constructor(options: OpenAiOptions) {
    const { apiKey, baseUrl, model, deadlineMs = DEADLINE_MS } = options;
    this.model = model;
    this.caps = { ...CAPS, ...options.caps };
    this.confidential = [INSTRUCTIONS, READER, apiKey];
    this.#shapes = variantsOf(model);
    this.#completionTokens = options.completionTokens ?? COMPLETION_TOKENS;
    this.#price = priceOf(model, { ...PRICES, ...options.prices });
    const onCallFailure = options.onCallFailure ?? (() => {});
    this.#call = {
      client: clientOf(apiKey, baseUrl),
      backoff: { ...BACKOFF, ...options.backoff },
      deadlineMs,
      onCallFailure,
    };
  }

  async answer(request: AssistantRequest, signal: AbortSignal): Promise<{ answer: Answer; usage: Usage }> {
    const fresh = request.pictures.filter(({ from }) => from === 'this_turn');
    if (fresh.length > 0) {
      const completion = await this.#complete(readingMessages(request, fresh), READING, signal);
      return { answer: readingAnswer(completion, fresh), usage: this.#usage(completion) };
    }
    const completion = await this.#complete(answerMessages(request), ANSWER, signal);
    return { answer: answerOf(completion, request), usage: this.#usage(completion) };
  }

  /** Uses the best request variant that the server accepts and remembers it, so a rejected one is not sent again. */
  async #complete(messages: Messages, format: AnswerFormat, signal: AbortSignal): Promise<unknown> {
    for (let at = this.#shape; ; at += 1) {
      const shape = this.#shapes[at] ?? jsonMode;
      try {
        const params = shape(this.model, messages, format, this.#completionTokens);
        const completion = await complete(this.#call, params, signal);
        this.#shape = at;
        return completion;
      } catch (error) {
        if (!(error instanceof RequestRejected) || at + 1 >= this.#shapes.length) throw error;
      }
    }
  }

  #usage(completion: unknown): Usage {
    const tokens = tokensOf(completion);
    return {
      model: this.model,
      promptTokens: tokens.prompt,
      completionTokens: tokens.completion,
      costUsd: costOf(tokens, this.#price),
    };
  }
}

/** The provider's own endpoint. */
const PROVIDER = 'https://api.openai.com/v1';

/** Explicit nulls, so that the client takes nothing from the environment; retries are ours, so it makes none. */
function clientOf(apiKey: string, baseURL: string = PROVIDER): OpenAI {
  return new OpenAI({
    apiKey,
    baseURL,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    logLevel: 'off',
  });
}

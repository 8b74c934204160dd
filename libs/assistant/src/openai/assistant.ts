import OpenAI from 'openai';
import type { Answer, Assistant, AssistantRequest, Caps, Usage } from '../port.js';
import { readingSchema } from '../vocabulary/reading.js';
import { answerSchema } from '../vocabulary/schema.js';
import { strictSchema } from '../vocabulary/strict-schema.js';
import { answerOf, readingAnswer, tokensOf } from './answer.js';
import { BACKOFF, type Backoff, type CallSettings, complete, RequestNotTaken, type Trouble } from './call.js';
import { readerMessages, wordsMessages } from './messages.js';
import { costOf, PRICES, type Price, priceOf } from './prices.js';
import { INSTRUCTIONS, READER } from './prompt.js';
import { type Format, type Messages, plainly, type Shape, shapesOf } from './request.js';

export interface OpenAiOptions {
  readonly apiKey: string;
  /** With its version: `https://…/v1`; calls go to `{baseUrl}/chat/completions`. Undefined: the provider's own. */
  readonly baseUrl?: string | undefined;
  readonly model: string;
  /** `TURN_DEADLINE`, ms: nothing is waited for beyond it. */
  readonly deadlineMs?: number;
  /** What one turn may take, all its tries together. */
  readonly caps?: Partial<Caps>;
  /** Tokens of one answer at most. */
  readonly completionTokens?: number;
  /** Prices beside, or instead of, the known ones. */
  readonly prices?: Readonly<Record<string, Price>>;
  readonly backoff?: Partial<Backoff>;
  /** For the operator's log. */
  readonly onTrouble?: (trouble: Trouble) => void;
}

const DEADLINE_MS = 240_000;
const CAPS: Caps = { tokens: 250_000, costUsd: 1 };
const COMPLETION_TOKENS = 16_000;

/** The assistant behind any OpenAI-compatible endpoint. One call is one try: whether another follows, the loop decides. */
export function openAiAssistant(options: OpenAiOptions): Assistant {
  return new OpenAiAssistant(options);
}

const ANSWER: Format = { name: 'kitchen_actions', schema: strictSchema(answerSchema) };
const READING: Format = { name: 'picture_reading', schema: strictSchema(readingSchema) };

class OpenAiAssistant implements Assistant {
  readonly model: string;
  readonly caps: Caps;
  readonly confidential: readonly string[];
  readonly #call: CallSettings;
  readonly #completionTokens: number;
  readonly #price: Price | undefined;
  readonly #shapes: readonly Shape[];
  #shape = 0;

  constructor(options: OpenAiOptions) {
    const { apiKey, baseUrl, model, deadlineMs = DEADLINE_MS } = options;
    this.model = model;
    this.caps = { ...CAPS, ...options.caps };
    this.confidential = [INSTRUCTIONS, READER, apiKey];
    this.#shapes = shapesOf(model);
    this.#completionTokens = options.completionTokens ?? COMPLETION_TOKENS;
    this.#price = priceOf(model, { ...PRICES, ...options.prices });
    const onTrouble = options.onTrouble ?? (() => {});
    this.#call = {
      client: clientOf(apiKey, baseUrl),
      backoff: { ...BACKOFF, ...options.backoff },
      deadlineMs,
      onTrouble,
    };
  }

  async answer(request: AssistantRequest, signal: AbortSignal): Promise<{ answer: Answer; usage: Usage }> {
    const fresh = request.pictures.filter(({ from }) => from === 'this_turn');
    if (fresh.length > 0) {
      const completion = await this.#complete(readerMessages(request, fresh), READING, signal);
      return { answer: readingAnswer(completion, fresh), usage: this.#usage(completion) };
    }
    const completion = await this.#complete(wordsMessages(request), ANSWER, signal);
    return { answer: answerOf(completion, request), usage: this.#usage(completion) };
  }

  /** In the best shape that the server takes; one that it refused is not tried on it again. */
  async #complete(messages: Messages, format: Format, signal: AbortSignal): Promise<unknown> {
    for (let at = this.#shape; ; at += 1) {
      const shape = this.#shapes[at] ?? plainly;
      try {
        const params = shape(this.model, messages, format, this.#completionTokens);
        const completion = await complete(this.#call, params, signal);
        this.#shape = at;
        return completion;
      } catch (error) {
        if (!(error instanceof RequestNotTaken) || at + 1 >= this.#shapes.length) throw error;
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

/** Where the provider itself answers. */
const PROVIDER = 'https://api.openai.com/v1';

/** What we were given and not what the client would find in the environment; the loop is ours, so it repeats nothing. */
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

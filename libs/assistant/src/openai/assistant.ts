import type { z } from 'zod';
import type { Answer, Assistant, AssistantRequest, Caps, Usage } from '../port.js';
import { readingSchema } from '../vocabulary/reading.js';
import { answerSchema } from '../vocabulary/schema.js';
import { answerOf, readingAnswer, tokensOf } from './answer.js';
import { type CallOptions, Client, complete, RequestRejected } from './call.js';
import { notation, strictSchema } from './json-schema.js';
import { answerMessages, readingMessages } from './messages.js';
import { costOf, priceOf } from './prices.js';
import { INSTRUCTIONS, READER } from './prompt.js';
import { type AnswerFormat, type Dialect, dialectOf, type Messages, narrowed, requestOf } from './request.js';

export interface OpenAiOptions extends CallOptions {
  readonly apiKey: string;
  /** Includes the version: `https://…/v1`. Calls go to `{baseUrl}/chat/completions`. Undefined: the provider's own. */
  readonly baseUrl?: string | undefined;
  readonly model: string;
  /** Limits per turn, over all its attempts. */
  readonly caps?: Partial<Caps>;
  /** Limit of one answer in tokens; lowered where the server refuses it. */
  readonly maxOutputTokens?: number;
  /** For the operator's log: what the server takes, where that is less than was asked first. */
  readonly onNarrowed?: (dialect: Dialect) => void;
}

const CAPS: Caps = { tokens: 250_000, costUsd: 1 };
const MAX_OUTPUT_TOKENS = 16_000;

const formatOf = (name: string, schema: z.ZodType): AnswerFormat => ({
  name,
  schema: strictSchema(schema),
  notation: notation(schema),
});
const ANSWER = formatOf('kitchen_actions', answerSchema);
const READING = formatOf('picture_reading', readingSchema);

/** An assistant behind any OpenAI-compatible endpoint. One call of `answer` is one attempt; `runTurn` decides about more. */
export class OpenAiAssistant implements Assistant {
  readonly model: string;
  readonly caps: Caps;
  readonly confidential: readonly string[];
  readonly #client: Client;
  readonly #options: OpenAiOptions;
  #dialect: Dialect;

  constructor(options: OpenAiOptions) {
    const { apiKey, baseUrl, model, caps, maxOutputTokens = MAX_OUTPUT_TOKENS } = options;
    this.model = model;
    this.caps = { ...CAPS, ...caps };
    this.confidential = [INSTRUCTIONS, READER, apiKey];
    this.#client = new Client(apiKey, baseUrl);
    this.#options = options;
    this.#dialect = dialectOf(model, maxOutputTokens);
  }

  async answer(request: AssistantRequest, signal: AbortSignal): Promise<{ answer: Answer; usage: Usage }> {
    const fresh = request.pictures.filter(({ from }) => from === 'this_turn');
    const isRead = fresh.length > 0;
    const [messages, format] = isRead ? [readingMessages(request, fresh), READING] : [answerMessages(request), ANSWER];
    const completion = await this.#complete(messages, format, signal);
    const tokens = tokensOf(completion);
    const { prompt: promptTokens, completion: completionTokens } = tokens;
    return {
      answer: isRead ? readingAnswer(completion, fresh) : answerOf(completion, request),
      usage: { model: this.model, promptTokens, completionTokens, costUsd: costOf(tokens, priceOf(this.model)) },
    };
  }

  /** Asks in an ever narrower dialect until the server takes it, and remembers that one until the next start. */
  async #complete(messages: Messages, format: AnswerFormat, signal: AbortSignal): Promise<unknown> {
    const first = this.#dialect;
    for (let dialect = first; ; ) {
      try {
        const params = requestOf(dialect, this.model, messages, format);
        const completion = await complete(this.#client, this.#options, params, signal);
        if (dialect !== first) {
          this.#dialect = dialect;
          this.#options.onNarrowed?.(dialect);
        }
        return completion;
      } catch (error) {
        const next = error instanceof RequestRejected ? narrowed(dialect, error.objection()) : undefined;
        if (!next) throw error;
        dialect = next;
      }
    }
  }
}

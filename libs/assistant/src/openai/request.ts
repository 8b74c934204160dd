import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import type { JsonSchema } from '../vocabulary/strict-schema.js';

type Params = ChatCompletionCreateParamsNonStreaming;
export type Messages = Params['messages'];

/** What an answer has to look like. */
export interface Format {
  readonly name: string;
  readonly schema: JsonSchema;
}

/** A way to ask for an answer of a format in so many tokens at most. */
export type Shape = (model: string, messages: Messages, format: Format, tokens: number) => Params;

/**
 * The ways to ask a model, best first; the next one is for servers that refuse the one before: a gateway may know a
 * model's name and not all its fields, another server no strict schemas.
 */
export const shapesOf = (model: string): readonly [Shape, ...Shape[]] =>
  isPlainest(traitsOf(model)) ? [strictly, plainly] : [strictly, barely, plainly];

/** By the strict schema and nothing that not every server takes. */
const barely: Shape = (model, messages, format, tokens) => strict(UNKNOWN, model, messages, format, tokens);

/** By a strict schema: the model cannot leave it. What never changes stands first, for the prompt cache. */
export const strictly: Shape = (model, ...rest) => strict(traitsOf(model), model, ...rest);

function strict(traits: Traits, ...[model, messages, { name, schema }, tokens]: Parameters<Shape>): Params {
  const { reasons, cools, marksCache, routesCache } = traits;
  return {
    model,
    response_format: { type: 'json_schema', json_schema: { name, strict: true, schema } },
    ...(routesCache ? { prompt_cache_key: `garnitur-${name}` } : {}),
    ...(marksCache ? { prompt_cache_options: { mode: 'explicit' } } : {}),
    ...(reasons ? { reasoning_effort: 'low' } : {}),
    ...(cools ? { temperature: 0 } : {}),
    messages: marksCache ? messages.map(marked) : messages,
    max_completion_tokens: tokens,
  };
}

/** Only the instructions are worth keeping: what follows them is another turn's. */
const marked = (message: Messages[number]): Messages[number] =>
  message.role === 'system' && typeof message.content === 'string'
    ? {
        ...message,
        content: [{ type: 'text', text: message.content, prompt_cache_breakpoint: { mode: 'explicit' } }],
      }
    : message;

/** The same for servers without strict schemas: the schema is told, and code alone holds the answer to it. */
export const plainly: Shape = (model, messages, { schema }, tokens) => {
  const told = `\n\nThe answer is one JSON object by this JSON schema:\n${JSON.stringify(schema)}`;
  return {
    model,
    response_format: { type: 'json_object' },
    messages: messages.map((message) =>
      message.role === 'system' && typeof message.content === 'string'
        ? { ...message, content: message.content + told }
        : message,
    ),
    ...(traitsOf(model).reasons ? { max_completion_tokens: tokens } : { max_tokens: tokens }),
  };
};

/** What a request to a family of models may say beyond what every server takes. */
export interface Traits {
  /** Thinks before it answers: takes `reasoning_effort`, and refuses a temperature. */
  readonly reasons: boolean;
  /** Takes a temperature. */
  readonly cools: boolean;
  /** Takes a key that brings calls with the same beginning to the same prompt cache. */
  readonly routesCache: boolean;
  /**
   * Keeps a prompt's beginning only where it is marked, and takes 1.25 times the price for keeping: unmarked, every turn
   * would pay for a copy that no other turn can use.
   */
  readonly marksCache: boolean;
}

/** Also behind a router that puts the provider's name before the model's. */
const GPT = /(?:^|\/)gpt-(\d)(?:\.(\d))?(?!\d)/;
const O_SERIES = /(?:^|\/)o\d/;

/**
 * By the model's name (the provider's guides on reasoning and caching). What is unknown, an alias of any of these maybe,
 * takes what every server takes and no more: one field too many and it would answer nothing at all.
 */
export function traitsOf(model: string): Traits {
  const [, major = '0', minor = '0'] = GPT.exec(model) ?? [];
  const version = Number(major) * 10 + Number(minor);
  const isOSeries = O_SERIES.test(model);
  const reasons = (version >= 50 && !model.includes('-chat')) || isOSeries;
  return {
    reasons,
    cools: version >= 40 && !reasons,
    routesCache: version >= 40 || isOSeries,
    marksCache: version >= 56,
  };
}

/** What is taken for granted of a model that nothing is known of. */
export const UNKNOWN: Traits = { reasons: false, cools: false, routesCache: false, marksCache: false };

export const isPlainest = (traits: Traits): boolean => Object.values(traits).every((has) => !has);

import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import { z } from 'zod';

type Params = ChatCompletionCreateParamsNonStreaming;
export type Messages = Params['messages'];

/** Name and JSON schema of an answer. */
export interface AnswerFormat {
  readonly name: string;
  readonly schema: JsonSchema;
}

/** Builds the request for an answer of at most `tokens` tokens. */
export type RequestVariant = (model: string, messages: Messages, format: AnswerFormat, tokens: number) => Params;

/**
 * Request variants for a model, best first. The next one is for servers that reject the previous: a gateway may know a
 * model's name but not all its fields, another server no strict schemas.
 */
export const variantsOf = (model: string): readonly [RequestVariant, ...RequestVariant[]] =>
  isUnknownModel(traitsOf(model)) ? [strictFull, jsonMode] : [strictFull, strictMinimal, jsonMode];

/** Strict schema and only fields that every server accepts. */
const strictMinimal: RequestVariant = (model, messages, format, tokens) =>
  strictRequest(COMMON_TRAITS, model, messages, format, tokens);

/** Strict schema with the model's own options. The constant part comes first, for the prompt cache. */
export const strictFull: RequestVariant = (model, ...rest) => strictRequest(traitsOf(model), model, ...rest);

function strictRequest(
  traits: Traits,
  ...[model, messages, { name, schema }, tokens]: Parameters<RequestVariant>
): Params {
  const { reasoning, temperature, explicitCache, cacheKey } = traits;
  return {
    model,
    response_format: { type: 'json_schema', json_schema: { name, strict: true, schema } },
    ...(cacheKey ? { prompt_cache_key: `garnitur-${name}` } : {}),
    ...(explicitCache ? { prompt_cache_options: { mode: 'explicit' } } : {}),
    ...(reasoning ? { reasoning_effort: 'low' } : {}),
    ...(temperature ? { temperature: 0 } : {}),
    messages: explicitCache ? messages.map(withCacheBreakpoint) : messages,
    max_completion_tokens: tokens,
  };
}

/** Only the instructions are worth caching: the rest differs from turn to turn. */
const withCacheBreakpoint = (message: Messages[number]): Messages[number] =>
  message.role === 'system' && typeof message.content === 'string'
    ? {
        ...message,
        content: [{ type: 'text', text: message.content, prompt_cache_breakpoint: { mode: 'explicit' } }],
      }
    : message;

/** For servers without strict schemas: the schema goes into the prompt and only our code enforces it. */
export const jsonMode: RequestVariant = (model, messages, { schema }, tokens) => {
  const schemaText = `\n\nThe answer is one JSON object by this JSON schema:\n${JSON.stringify(schema)}`;
  return {
    model,
    response_format: { type: 'json_object' },
    messages: messages.map((message) =>
      message.role === 'system' && typeof message.content === 'string'
        ? { ...message, content: message.content + schemaText }
        : message,
    ),
    ...(traitsOf(model).reasoning ? { max_completion_tokens: tokens } : { max_tokens: tokens }),
  };
};

/** Optional request fields of a model family. */
interface Traits {
  /** A reasoning model: takes `reasoning_effort` and rejects a temperature. */
  readonly reasoning: boolean;
  /** Takes a temperature. */
  readonly temperature: boolean;
  /** Takes `prompt_cache_key`, which routes calls with the same prefix to the same cache. */
  readonly cacheKey: boolean;
  /**
   * Caches only up to an explicit breakpoint and charges 1.25 times for writing: without one, every turn would pay for
   * a copy that no other turn can use.
   */
  readonly explicitCache: boolean;
}

/** Also with a router's provider prefix. */
const GPT = /(?:^|\/)gpt-(\d)(?:\.(\d))?(?!\d)/;
const O_SERIES = /(?:^|\/)o\d/;

/**
 * By the model's name (the provider's guides on reasoning and caching). Unknown models get only what every server
 * accepts: one field too many and they would reject every request.
 */
export function traitsOf(model: string): Traits {
  const [, major = '0', minor = '0'] = GPT.exec(model) ?? [];
  const version = Number(major) * 10 + Number(minor);
  const isOSeries = O_SERIES.test(model);
  const reasoning = (version >= 50 && !model.includes('-chat')) || isOSeries;
  return {
    reasoning,
    temperature: version >= 40 && !reasoning,
    cacheKey: version >= 40 || isOSeries,
    explicitCache: version >= 56,
  };
}

/** For models that nothing is known about. */
const COMMON_TRAITS: Traits = { reasoning: false, temperature: false, cacheKey: false, explicitCache: false };

const isUnknownModel = (traits: Traits): boolean => Object.values(traits).every((has) => !has);

export type JsonSchema = { readonly [key: string]: unknown };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Turns `anyOf: [{type: T, …}, {type: null}]` into `type: [T, null]`, which every strict decoder accepts. References
 * are kept.
 */
function tight(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tight);
  if (!isObject(value)) return value;
  const own = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, tight(inner)]));
  const [first, second, ...more] = Array.isArray(own.anyOf) ? own.anyOf : [];
  const isMaybe = more.length === 0 && isObject(second) && second.type === 'null' && isObject(first);
  if (!isMaybe || typeof first.type !== 'string' || first.type === 'object') return own;
  return {
    ...first,
    type: [first.type, 'null'],
    ...(Array.isArray(first.enum) ? { enum: [...first.enum, null] } : {}),
  };
}

/**
 * The JSON schema for strict structured outputs: object at the root, all fields required, no additional ones, `anyOf`
 * instead of `oneOf`, no size limits.
 */
export function strictSchema(schema: z.ZodType): JsonSchema {
  const { $schema, ...made } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    override: ({ jsonSchema }) => {
      delete jsonSchema.minimum;
      delete jsonSchema.maximum;
      delete jsonSchema.id;
      delete jsonSchema.default;
    },
  });
  const out = tight(made);
  if (!isObject(out)) throw new Error('a structured output is an object at its root');
  return out;
}

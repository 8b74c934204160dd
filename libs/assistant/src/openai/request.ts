import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import type { JsonSchema } from './json-schema.js';

type Params = ChatCompletionCreateParamsNonStreaming;
export type Messages = Params['messages'];

/** Name and shape of an answer. */
export interface AnswerFormat {
  readonly name: string;
  readonly schema: JsonSchema;
  /** The same for a model that is not shown the schema. */
  readonly notation: string;
}

/** Fields that not every server takes. Sampling is fixed: the same words get the same answer as far as a server can. */
const OPTIONS = {
  temperature: () => ({ temperature: 0 }),
  seed: () => ({ seed: 1 }),
  reasoning_effort: () => ({ reasoning_effort: 'low' }),
  /** Routes calls with the same prefix to the same cache. */
  prompt_cache_key: (name) => ({ prompt_cache_key: `garnitur-${name}` }),
  /**
   * Caches only up to a mark in the messages; writing costs 1.25 times: without a mark, every turn would pay for a copy
   * that no other turn can use.
   */
  prompt_cache_options: () => ({ prompt_cache_options: { mode: 'explicit' } }),
} as const satisfies Record<string, (name: string) => Partial<Params>>;
type Option = keyof typeof OPTIONS;
const SAMPLING: readonly Option[] = ['temperature', 'seed'];

/** What a server takes. Refusals narrow it, never widen it. */
export interface Dialect {
  readonly format: 'json_schema' | 'json_object' | 'none';
  /** Whether models are shown the schema that decodes their answer. */
  readonly showsSchema: boolean;
  /** Limit of an answer. */
  readonly tokens: number;
  /** Its names, the first is sent. Servers that ignore a name that they do not know write without end. */
  readonly limits: readonly ('max_completion_tokens' | 'max_tokens')[];
  readonly options: readonly Option[];
  /** Whether the chat template knows the role `system`. */
  readonly system: boolean;
}

/** Below it hardly a plan fits. */
const MIN_TOKENS = 1_000;

/** Also with a router's provider prefix. */
const GPT = /(?:^|\/)gpt-(\d)(?:\.(\d))?(?!\d)/;
const O_SERIES = /(?:^|\/)o\d/;

/**
 * The first try for a model, by its name (the provider's guides on reasoning and caching). Other names are taken for
 * models on servers of one's own (llama.cpp, Ollama, vLLM, LM Studio).
 * @param tokens limit of one answer.
 */
export function dialectOf(model: string, tokens: number): Dialect {
  const [, major = '0', minor = '0'] = GPT.exec(model) ?? [];
  const version = Number(major) * 10 + Number(minor);
  const isOSeries = O_SERIES.test(model);
  const isKnown = version >= 40 || isOSeries;
  const isReasoning = (version >= 50 && !model.includes('-chat')) || isOSeries;
  const cached: Option[] = version >= 56 ? ['prompt_cache_key', 'prompt_cache_options'] : ['prompt_cache_key'];
  return {
    format: 'json_schema',
    showsSchema: isKnown,
    tokens,
    limits: isKnown ? ['max_completion_tokens', 'max_tokens'] : ['max_tokens', 'max_completion_tokens'],
    options: [...(isKnown ? cached : []), ...(isReasoning ? (['reasoning_effort'] as const) : SAMPLING)],
    system: true,
  };
}

/** The request in a dialect. The constant part comes first, for the prompt cache. */
export function requestOf(dialect: Dialect, model: string, messages: Messages, format: AnswerFormat): Params {
  const { name, schema, notation } = format;
  const isShown = dialect.showsSchema && dialect.format === 'json_schema';
  const types = isShown ? '' : `\n\nTypes, ? where a field may be left out:\n${notation}`;
  return {
    model,
    ...(dialect.format === 'json_schema'
      ? { response_format: { type: dialect.format, json_schema: { name, strict: true, schema } } }
      : {}),
    ...(dialect.format === 'json_object' ? { response_format: { type: dialect.format } } : {}),
    ...Object.fromEntries(dialect.options.flatMap((option) => Object.entries(OPTIONS[option](name)))),
    messages: withInstructions(dialect, messages, types),
    ...Object.fromEntries(dialect.limits.slice(0, 1).map((limit) => [limit, dialect.tokens])),
  };
}

/** Completes the instructions: with the types, a mark for the cache, or as part of the first message of the user. */
function withInstructions({ system, options }: Dialect, messages: Messages, types: string): Messages {
  const [first, second, ...rest] = messages;
  if (first?.role !== 'system' || second?.role !== 'user' || typeof first.content !== 'string') return messages;
  const text = first.content + types;
  // Only the instructions are worth caching: the rest differs from turn to turn.
  const mark = { type: 'text' as const, text, prompt_cache_breakpoint: { mode: 'explicit' as const } };
  if (system) return [{ ...first, content: options.includes('prompt_cache_options') ? [mark] : text }, second, ...rest];
  const own = second.content;
  const joined = typeof own === 'string' ? `${text}\n\n${own}` : [{ type: 'text' as const, text }, ...own];
  return [{ ...second, content: joined }, ...rest];
}

/** How a dialect is narrowed after a refusal; undefined where nothing of the kind is left. */
type Concession = (dialect: Dialect) => Dialect | undefined;

const only = (dialect: Dialect, isKept: (option: Option) => boolean): Dialect | undefined =>
  dialect.options.every(isKept) ? undefined : { ...dialect, options: dialect.options.filter(isKept) };
const withoutFamily: Concession = (dialect) => only(dialect, (option) => SAMPLING.includes(option));
const withoutOptions: Concession = (dialect) => only(dialect, () => false);
const simplerFormat: Concession = ({ format, ...rest }) =>
  format === 'none' ? undefined : { ...rest, format: format === 'json_schema' ? 'json_object' : 'none' };
const lowerLimit: Concession = ({ tokens, ...rest }) =>
  rest.limits.length === 0 || tokens <= MIN_TOKENS
    ? undefined
    : { ...rest, tokens: Math.max(MIN_TOKENS, Math.floor(tokens / 2)) };

const UNKNOWN = '(?:unsupported|not supported|unknown|unrecogni[sz]ed|unexpected|not permitted|extra)';
const LIMIT = 'max_(?:completion_)?tokens';
/** By the words in which servers refuse (OpenAI, vLLM, llama.cpp, Ollama, LM Studio, Mistral); the first that applies. */
const CONCESSIONS: readonly (readonly [RegExp, Concession])[] = [
  [/\bseed\b/, (dialect) => only(dialect, (option) => option !== 'seed')],
  [/temperature/, (dialect) => only(dialect, (option) => option !== 'temperature')],
  [/reasoning|prompt_cache/, withoutFamily],
  [
    new RegExp(`${UNKNOWN}.*${LIMIT}|${LIMIT}.*${UNKNOWN}`),
    (dialect) => (dialect.limits.length > 0 ? { ...dialect, limits: dialect.limits.slice(1) } : undefined),
  ],
  [new RegExp(`${LIMIT}|completion tokens|context (?:length|size|window)`), lowerLimit],
  [
    /system role|role.{0,20}system|system message/,
    (dialect) => (dialect.system ? { ...dialect, system: false } : undefined),
  ],
  [/response_format|json_schema|json_object|json mode|schema|grammar|guided|structured/, simplerFormat],
];
/** Where a server does not say what it refuses: the likeliest first. */
const UNSAID: readonly Concession[] = [withoutFamily, simplerFormat, withoutOptions, lowerLimit];

const namedIn = (error: string): Concession[] =>
  CONCESSIONS.flatMap(([words, concession]) => (words.test(error.toLowerCase()) ? [concession] : []));

/** Whether an error names something that a narrower dialect leaves out. */
export const isObjection = (error: string): boolean => namedIn(error).length > 0;

/** The dialect to ask in after a refusal; undefined where there is none left. Each differs from all before it. */
export const narrowed = (dialect: Dialect, error: string): Dialect | undefined =>
  [...namedIn(error), ...UNSAID].map((concession) => concession(dialect)).find(Boolean);

import { body } from './model-answers.js';
import type { ModelCall, Step } from './model-server.js';

type Body = ModelCall['body'];
/** What a server refuses: status and body of its error; undefined where it takes the request. */
type Refusal = (request: Body) => { readonly status: number; readonly error: object } | undefined;

const refusesIf =
  (isRefused: (request: Body) => boolean, status: number, error: object): Refusal =>
  (request) =>
    isRefused(request) ? { status, error } : undefined;

const rolesOf = ({ messages }: Body): string[] => messages.map(({ role }: { role: string }) => role);

/** Templates of Mistral and Gemma: after an optional system message, user and assistant in turn, the user last. */
const alternates: Refusal = refusesIf(
  (request) => {
    const roles = rolesOf(request).filter((role) => role !== 'system');
    return roles.some((role, i) => role !== (i % 2 === 0 ? 'user' : 'assistant')) || roles.length % 2 === 0;
  },
  400,
  { object: 'error', message: 'Conversation roles must alternate user/assistant/user/assistant/...', code: 400 },
);

/** Tokens of a prompt as this server counts them: three characters each. */
const tokensOf = ({ messages }: Body): number => Math.ceil(JSON.stringify(messages).length / 3);
const askedOf = ({ max_tokens, max_completion_tokens }: Body): number => max_tokens ?? max_completion_tokens ?? 0;

/** vLLM with a window of 8,192 tokens; its errors have no field `error`. */
const window8k: Refusal = (request) => {
  const [prompt, asked] = [tokensOf(request), askedOf(request)];
  if (prompt + asked <= 8_192) return undefined;
  const message =
    `This model's maximum context length is 8192 tokens. However, you requested ${prompt + asked} tokens ` +
    `(${prompt} in the messages, ${asked} in the completion). Please reduce the length of the messages or completion.`;
  return { status: 400, error: { object: 'error', message, type: 'BadRequestError', param: null, code: 400 } };
};

const formatOf = ({ response_format }: Body): string | undefined => response_format?.type;

/** Fields that this server knows; another is refused as FastAPI does. */
const knowsOnly =
  (...fields: string[]): Refusal =>
  (request) => {
    const extra = Object.keys(request).find((field) => !fields.includes(field));
    const detail = [{ type: 'extra_forbidden', loc: ['body', extra], msg: 'Extra inputs are not permitted' }];
    return extra === undefined ? undefined : { status: 422, error: { detail } };
  };

/** What each server does with a request of ours, by its maintainers' and users' reports. */
export const SERVERS = {
  'vLLM with a window of 8k': [alternates, window8k],
  'vLLM whose grammar does not know the schema': [
    alternates,
    refusesIf((request) => formatOf(request) === 'json_schema', 400, {
      object: 'error',
      message: 'The provided JSON schema contains features not supported by xgrammar.',
      code: 400,
    }),
  ],
  'llama.cpp whose template has no system role': [
    alternates,
    refusesIf((request) => rolesOf(request).includes('system'), 500, {
      error: { code: 500, message: 'Jinja Exception: System role not supported', type: 'server_error' },
    }),
  ],
  'llama.cpp without a grammar for the schema': [
    refusesIf((request) => formatOf(request) === 'json_schema', 400, {
      error: { code: 400, message: 'Failed to initialize samplers: failed to parse grammar' },
    }),
  ],
  'LM Studio without a decoder for the schema': [
    refusesIf((request) => formatOf(request) === 'json_schema', 400, { error: 'Invalid json_schema: unsupported' }),
    refusesIf((request) => formatOf(request) === 'json_object', 400, {
      error: "'response_format.type' must be 'json_schema' or 'text'",
    }),
  ],
  'a server with few fields': [alternates, knowsOnly('model', 'messages', 'max_tokens')],
  'a server that says nothing': [
    refusesIf((request) => formatOf(request) !== undefined || 'seed' in request || askedOf(request) > 4_096, 400, {}),
  ],
  'OpenAI under the name of a deployment': [
    refusesIf((request) => 'max_tokens' in request, 400, {
      error: {
        message:
          "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        param: 'max_tokens',
        code: 'unsupported_parameter',
      },
    }),
    refusesIf(({ temperature }) => temperature === 0, 400, {
      error: {
        message: "Unsupported value: 'temperature' does not support 0 with this model.",
        param: 'temperature',
        code: 'unsupported_value',
      },
    }),
  ],
} as const satisfies Record<string, readonly Refusal[]>;

/** A server's behaviour: its first refusal, else the answer. */
export const servedBy =
  (refusals: readonly Refusal[], answer: Step): Step =>
  (response, call) => {
    const refused = refusals.map((refusal) => refusal(call.body)).find((one) => one !== undefined);
    (refused ? body(refused.error, refused.status) : answer)(response, call);
  };

import type { ProblemCode } from '#libs/kernel';
import { STATUS } from '../problems.js';
import { type Answer, count, FALSE, type Header, header, list, object, oneOf, type Schema, text } from './shapes.js';

/** Headers of answers and of webhooks. */
export const HEADERS: Record<string, Header> = {
  'X-Request-Id': {
    description: "Id of the request: the caller's, if it is sane, else made. To be told when asking for help",
    required: true,
    schema: text(undefined, { pattern: '^[\\x21-\\x7e]{1,128}$' }),
  },
  'Retry-After': {
    description: 'When to come again, seconds',
    required: true,
    schema: text(undefined, { pattern: '^\\d+$' }),
  },
  RateLimit: {
    description: 'Nothing remains of the quota for `t` seconds: `"requests";r=0;t=1`',
    required: true,
    schema: text(undefined, { pattern: '^"[a-z-]+";r=0;t=\\d+$' }),
  },
  'RateLimit-Policy': {
    description: 'The quota `q`, in `w` seconds: `"requests";q=500;w=1`',
    schema: text(undefined, { pattern: '^"[a-z-]+";q=\\d+(;w=\\d+)?$' }),
  },
  'WWW-Authenticate': { description: 'How to say who asks', required: true, schema: oneOf(['Bearer']) },
  ETag: {
    description: 'Of the very bytes: sent back as If-None-Match it is answered 304',
    required: true,
    schema: text(undefined, { pattern: '^"[^"]+"$' }),
  },
  'Idempotency-Replayed': {
    description: 'The key was known: this is the turn that was queued under it',
    schema: oneOf(['true']),
  },
  'Content-Disposition': {
    description: 'What the file is called when it is kept',
    schema: text(undefined, { pattern: '^(inline|attachment); filename="[\\w.]+"$' }),
  },
};

/** `error.details`, of codes that have some; of `invalid_request` they may be absent. */
const DETAILS: Partial<Record<ProblemCode, { details: Schema }>> = {
  invalid_request: {
    details: object({
      fields: {
        ...list(object({ path: text('`images[0].mime`'), message: text('What would be right') })),
        maxItems: 20,
        description: 'What is wrong, by path: the first 20',
      },
    }),
  },
  quota_exceeded: {
    details: object({ reason: oneOf(['no_subscription', 'canceled', 'period_over', 'out_of_coins']) }),
  },
  rate_limited: {
    details: object(
      { policy: text('Which limit'), limit: count('How many'), retry_after_s: count('When to come again, s') },
      { window_s: count('In how many seconds') },
    ),
  },
};

interface Refusal {
  readonly code: ProblemCode;
  readonly status: number;
  readonly when: string;
  readonly message: string;
  readonly details?: object;
  readonly headers?: readonly string[];
}

const of = (code: ProblemCode, when: string, message: string, more: Partial<Refusal> = {}): Refusal => ({
  code,
  status: STATUS[code],
  when,
  message,
  ...more,
});

/** What is answered where a request is refused: every answer of the API that is no success is one of these. */
export const REFUSALS = {
  invalid_request: of(
    'invalid_request',
    'The request breaks the schema; `details.fields` names what does',
    'text must not be blank',
    { details: { fields: [{ path: 'text', message: 'must not be blank' }] } },
  ),
  unauthorized: of(
    'unauthorized',
    'No API key, or one that is malformed, unknown or revoked',
    'the API key is malformed, unknown or revoked',
    { headers: ['WWW-Authenticate'] },
  ),
  quota_exceeded: of(
    'quota_exceeded',
    'The coins do not suffice, told before the assistant is asked',
    'the account is out of coins',
    { details: { reason: 'out_of_coins' } },
  ),
  forbidden: of(
    'forbidden',
    'The company has no such workplace, or it was revoked; or what is asked for is for operators alone',
    'the company has no workplace "9", or it was revoked',
  ),
  not_found: of(
    'not_found',
    "There is no such thing, or it is another partner's, or nothing is assembled yet",
    'nothing is assembled yet in this conversation',
  ),
  request_timeout: {
    ...of('invalid_request', 'The request did not arrive in time', 'the request did not arrive in time'),
    status: 408,
  },
  conflict_busy: of(
    'conflict_busy',
    'A turn is open in this conversation: wait for its outcome or stop it',
    'turn trn_01a20660407c7390b7952895dcb9aa0d is running in conversation cnv_01a206604056710d8ed7105e71f0caa4: wait for its outcome or stop it',
  ),
  conflict_state: of(
    'conflict_state',
    'The turn has already ended',
    'turn trn_01a20660407c7390b7952895dcb9aa0d has already ended as done: there is nothing to stop',
  ),
  payload_too_large: of(
    'payload_too_large',
    'The body is larger than 15 MiB (new turns) or 64 KiB (elsewhere)',
    'the body is larger than the service takes',
  ),
  unsupported_media_type: of(
    'unsupported_media_type',
    'The body is no application/json',
    'the body must be application/json',
  ),
  rate_limited: of(
    'rate_limited',
    "Beyond the partner's limits, refused before any work",
    'more than 500 requests a second',
    {
      details: { policy: 'requests', limit: 500, window_s: 1, retry_after_s: 1 },
      headers: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
    },
  ),
  headers_too_large: {
    ...of('invalid_request', 'The URL or the headers are too long', 'the URL or the headers are too long'),
    status: 431,
  },
  internal: of(
    'internal',
    'A defect of the service',
    'the service failed on this request: its request id helps to find out why',
  ),
  png_unsupported: of(
    'png_unsupported',
    '`format=png`: pictures are vector drawings',
    'pictures are vector drawings: ask for format=svg and convert it',
  ),
  unavailable: of(
    'unavailable',
    'A store is out of reach, or the service stops; what was in flight may still take effect: repeat with the same key',
    'a store is out of reach: repeat the request',
    { headers: ['Retry-After'] },
  ),
} satisfies Record<string, Refusal>;
export type RefusalName = keyof typeof REFUSALS;

/** What any request may meet. */
export const COMMON: readonly RefusalName[] = [
  ...(['invalid_request', 'request_timeout', 'payload_too_large', 'unsupported_media_type'] as const),
  ...(['headers_too_large', 'internal', 'unavailable'] as const),
];
/** What any request with a key may meet. */
export const KEYED: readonly RefusalName[] = [...COMMON, 'unauthorized', 'rate_limited'];

/** The error envelope with its code, and the headers that come with it. */
export function refusalAnswer({ code, when, message, details, headers = [] }: Refusal): Answer {
  const members = { code: oneOf([code]), message: text('What was wrong and what would be right, in English') };
  const inDetails = DETAILS[code];
  return {
    description: when,
    headers: Object.fromEntries(['X-Request-Id', ...headers].map((name) => [name, header(name)])),
    content: {
      'application/json': {
        schema: object({
          ok: FALSE,
          error: code === 'invalid_request' ? object(members, inDetails) : object({ ...members, ...inDetails }),
        }),
        example: { ok: false, error: { code, message, ...(details ? { details } : {}) } },
      },
    },
  };
}

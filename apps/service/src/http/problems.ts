import type { ValidationError } from 'class-validator';
import { StoreUnavailable } from '#libs/event-store';
import { type JsonObject, Problem, type ProblemCode } from '#libs/kernel';
import { ReadModelsUnavailable } from '#libs/read-models';

/** HTTP status of each code (spec.md, Errors; contract.md, HTTP beyond spec.md). */
export const STATUS: Record<ProblemCode, number> = {
  invalid_request: 400,
  unauthorized: 401,
  quota_exceeded: 402,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict_busy: 409,
  conflict_state: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal: 500,
  png_unsupported: 501,
  unavailable: 503,
};

/** Seconds. */
const RETRY_AFTER_S = 1;

export interface ErrorAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: { readonly ok: false; readonly error: { code: ProblemCode; message: string; details?: object } };
  /** A defect of ours: to be logged with its stack, which nobody outside sees. */
  readonly defect: boolean;
}

/** The one error envelope, for whatever was thrown. */
export function errorAnswer(thrown: unknown): ErrorAnswer {
  const problem = toProblem(thrown);
  const { code, message, details } = problem;
  const headers: Record<string, string> = {};
  if (code === 'unauthorized') headers['www-authenticate'] = 'Bearer';
  if (code === 'rate_limited') Object.assign(headers, rateLimitHeaders(details));
  if (code === 'unavailable') headers['retry-after'] = String(RETRY_AFTER_S);
  // It is not read: the next request could not be told from it.
  if (code === 'payload_too_large') headers.connection = 'close';
  if (code === 'method_not_allowed' && typeof details?.allow === 'string') headers.allow = details.allow;
  return {
    status: STATUS[code],
    headers,
    body: { ok: false, error: { code, message, ...(details ? { details } : {}) } },
    defect: code === 'internal',
  };
}

/** draft-ietf-httpapi-ratelimit-headers: nothing remains of the quota (`q`, in `w` seconds) for `t` seconds. */
function rateLimitHeaders({ policy = 'requests', limit, window_s, retry_after_s = 1 }: JsonObject = {}) {
  const window = window_s === undefined ? '' : `;w=${window_s}`;
  return {
    'retry-after': String(retry_after_s),
    ...(limit === undefined ? {} : { 'ratelimit-policy': `"${policy}";q=${limit}${window}` }),
    ratelimit: `"${policy}";r=0;t=${retry_after_s}`,
  };
}

function toProblem(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown;
  if (thrown instanceof StoreUnavailable || thrown instanceof ReadModelsUnavailable)
    return new Problem('unavailable', 'a store is out of reach: repeat the request');
  const known = FROM_FRAMEWORK[statusOf(thrown) ?? 0];
  return known
    ? new Problem(...known)
    : new Problem('internal', 'the service failed on this request: its request id helps to find out why');
}

/** Fastify's and Nest's own refusals, by their status; their words are replaced by ours. */
const FROM_FRAMEWORK: Readonly<Record<number, readonly [ProblemCode, string]>> = {
  400: ['invalid_request', 'the request is malformed'],
  // Of a file outside of the folder that is served.
  403: ['not_found', 'there is nothing at this path'],
  404: ['not_found', 'there is nothing at this path'],
  408: ['invalid_request', 'the request did not arrive in time'],
  413: ['payload_too_large', 'the body is larger than the service takes'],
  414: ['invalid_request', 'the URL or the headers are too long'],
  415: ['unsupported_media_type', 'the body must be application/json'],
  431: ['invalid_request', 'the URL or the headers are too long'],
};

function statusOf(thrown: unknown): number | undefined {
  if (!(thrown instanceof Error)) return undefined;
  if ('statusCode' in thrown && typeof thrown.statusCode === 'number') return thrown.statusCode;
  if ('getStatus' in thrown && typeof thrown.getStatus === 'function') {
    const status: unknown = thrown.getStatus();
    return typeof status === 'number' ? status : undefined;
  }
  return undefined;
}

/** One offending field: `images[0].mime` and what would be right. */
export interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

/** contract.md: an answer tells of so many fields. */
const MAX_FIELDS = 20;

/** 400 `invalid_request` that lists the offending fields by path, the first MAX_FIELDS of them. */
export function fieldsProblem(fields: readonly FieldProblem[]): Problem {
  const [first] = fields;
  const more = fields.length > 1 ? ` (and ${fields.length - 1} more, see details)` : '';
  const message = first ? `${first.path} ${first.message}${more}` : 'the request is malformed';
  const listed = fields.slice(0, MAX_FIELDS).map(({ path, message }) => ({ path, message }));
  return new Problem('invalid_request', message, { fields: listed });
}

/** class-validator's tree of errors, flattened to paths. */
export function fieldProblems(errors: readonly ValidationError[], parent = ''): FieldProblem[] {
  return errors.flatMap((error) => {
    const path = join(parent, error.property);
    const own = Object.entries(error.constraints ?? {}).map(([rule, message]) => ({
      path,
      message: worded(rule, message, error.property),
    }));
    return [...own.slice(0, 1), ...fieldProblems(error.children ?? [], path)];
  });
}

function join(parent: string, property: string): string {
  const name = property.slice(0, 100);
  if (parent === '') return name;
  return /^\d+$/.test(name) ? `${parent}[${name}]` : `${parent}.${name}`;
}

/** class-validator begins its messages with the property's name, which the path already says. */
function worded(rule: string, message: string, property: string): string {
  if (rule === 'whitelistValidation') return 'is not a field of this request';
  return message.startsWith(`${property} `) ? message.slice(property.length + 1) : message;
}

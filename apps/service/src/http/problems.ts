import { StoreUnavailable } from '#libs/event-store';
import { Problem, type ProblemCode } from '#libs/kernel';
import { ReadModelsUnavailable } from '#libs/read-models';

/** HTTP status of each code (spec.md, Errors; contract.md, HTTP beyond spec.md). */
const STATUS: Record<ProblemCode, number> = {
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
  internal: 500,
  png_unsupported: 501,
  unavailable: 503,
};

/** Seconds after which a caller may come again. */
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
  if (code === 'unavailable') headers['retry-after'] = String(RETRY_AFTER_S);
  if (code === 'method_not_allowed' && typeof details?.allow === 'string') headers.allow = details.allow;
  return {
    status: STATUS[code],
    headers,
    body: { ok: false, error: { code, message, ...(details ? { details } : {}) } },
    defect: code === 'internal',
  };
}

function toProblem(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown;
  if (thrown instanceof StoreUnavailable || thrown instanceof ReadModelsUnavailable)
    return new Problem('unavailable', 'a store is out of reach: repeat the request');
  return (
    fromFramework(thrown) ??
    new Problem('internal', 'the service failed on this request: its request id helps to find out why')
  );
}

/** Fastify's and Nest's own refusals carry a status; their words are replaced by ours. */
function fromFramework(thrown: unknown): Problem | undefined {
  switch (statusOf(thrown)) {
    case 400:
      return new Problem('invalid_request', 'the request is malformed');
    case 404:
      return new Problem('not_found', 'there is nothing at this path');
    case 408:
      return new Problem('invalid_request', 'the request did not arrive in time');
    case 413:
      return new Problem('payload_too_large', 'the body is larger than the service takes');
    case 414:
    case 431:
      return new Problem('invalid_request', 'the URL or the headers are too long');
    case 415:
      return new Problem('unsupported_media_type', 'the body must be application/json');
    default:
      return undefined;
  }
}

function statusOf(thrown: unknown): number | undefined {
  if (!(thrown instanceof Error)) return undefined;
  if ('statusCode' in thrown && typeof thrown.statusCode === 'number') return thrown.statusCode;
  if ('getStatus' in thrown && typeof thrown.getStatus === 'function') {
    const status: unknown = thrown.getStatus();
    return typeof status === 'number' ? status : undefined;
  }
  return undefined;
}

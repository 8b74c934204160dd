import type { JsonObject } from './json.js';

/** The error codes of spec.md (Errors) and contract.md (HTTP beyond spec.md). */
export type ProblemCode =
  | 'invalid_request'
  | 'unauthorized'
  | 'quota_exceeded'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict_busy'
  | 'conflict_state'
  | 'payload_too_large'
  | 'rate_limited'
  | 'unsupported_media_type'
  | 'png_unsupported'
  | 'unavailable'
  | 'internal';

/**
 * An expected refusal, as the caller sees it. The HTTP edge maps the code to a status and the envelope, the CLI to one
 * line. Anything else that is thrown is a defect: 500 `internal`, logged with its request id, never shown.
 */
export class Problem extends Error {
  override readonly name = 'Problem';

  constructor(
    readonly code: ProblemCode,
    message: string,
    readonly details?: JsonObject,
  ) {
    super(message);
  }
}

export function notFound(what: string): Problem {
  return new Problem('not_found', `${what} not found`);
}

/** A limit of a caller's, as it is told in `details` and in the headers RateLimit and RateLimit-Policy. */
export interface RateLimit {
  /** `requests`, `open-turns`, …: a structured field's string. */
  readonly policy: string;
  readonly limit: number;
  /** Where the limit is one of a time, s. */
  readonly window_s?: number;
  /** When to come again, s. */
  readonly retry_after_s: number;
}

/** 429: beyond a caller's limits, refused before any work. */
export function rateLimited(message: string, limit: RateLimit): Problem {
  return new Problem('rate_limited', message, { ...limit });
}

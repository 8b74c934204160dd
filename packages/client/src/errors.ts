import type { ProblemCode } from './types.js';

/** A refusal of the service, or what a proxy on the way to it answered (then `code` is undefined). */
export class GarniturError extends Error {
  override readonly name = 'GarniturError';

  constructor(
    readonly status: number,
    readonly code: ProblemCode | undefined,
    message: string,
    /** `fields` of `invalid_request`, `reason` of `quota_exceeded`, … */
    readonly details: Readonly<Record<string, unknown>>,
    /** To be told when asking for help. */
    readonly requestId: string | undefined,
    /** When to come again, seconds; of `rate_limited` and `unavailable`. */
    readonly retryAfterSeconds: number | undefined,
  ) {
    super(message);
  }

  static async of(response: Response): Promise<GarniturError> {
    const { status, headers } = response;
    const error = errorOf(await response.text());
    const retryAfter = headers.get('retry-after');
    return new GarniturError(
      status,
      error?.code,
      error?.message ?? `answered ${status} outside of the error envelope`,
      error?.details ?? {},
      headers.get('x-request-id') ?? undefined,
      retryAfter === null ? undefined : Number(retryAfter),
    );
  }
}

interface Envelope {
  readonly error?: {
    readonly code: ProblemCode;
    readonly message: string;
    readonly details?: Readonly<Record<string, unknown>>;
  };
}

function errorOf(text: string): Envelope['error'] {
  try {
    const envelope: Envelope = JSON.parse(text);
    return envelope.error;
  } catch {
    return undefined;
  }
}

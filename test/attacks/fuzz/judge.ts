import type { WireAnswer } from './wire.js';

/** Statuses of each error code (spec.md, Errors; contract.md, HTTP beyond spec.md; what HTTP itself refuses is 4xx `invalid_request`). */
const STATUSES: Readonly<Record<string, readonly number[]>> = {
  invalid_request: [400, 408, 414, 417, 431],
  unauthorized: [401],
  quota_exceeded: [402],
  forbidden: [403],
  not_found: [404],
  method_not_allowed: [405],
  conflict_busy: [409],
  conflict_state: [409],
  payload_too_large: [413],
  unsupported_media_type: [415],
  rate_limited: [429],
  png_unsupported: [501],
  unavailable: [503],
};

const REQUEST_ID = /^[\x21-\x7e]{1,128}$/;
/** contract.md: details name the first 20 fields. */
const MAX_FIELDS = 20;
const MAX_ERROR_BYTES = 16 * 1024;
/** What no caller is to see: a stack, a module, a file of ours. */
const INSIDES = /\n\s+at |node:internal|node_modules|file:\/\/|\bdist\/|\/(?:tmp|home|root|usr|work|var|app)\/[\w.-]+/;

/**
 * What is wrong with an answer, in one clause; undefined where nothing is.
 * @param method of its request; @param refuse whether the request must not succeed; @param sent what may be echoed.
 */
export function faultOf(answer: WireAnswer, method: string, refuse: boolean, sent: Buffer): string | undefined {
  const { status, headers, body } = answer;
  if (!REQUEST_ID.test(headers.get('x-request-id') ?? '')) return 'the answer has no sane X-Request-Id';
  if (status < 400) return refuse ? 'what must be refused was taken' : faultOfSuccess(answer, method);
  if (!/^application\/json\b/.test(headers.get('content-type') ?? '')) return 'the refusal is no JSON';
  if (status === 503 && !headers.has('retry-after')) return 'a 503 without Retry-After';
  if (status === 429 && !headers.has('retry-after')) return 'a 429 without Retry-After';
  if (method === 'HEAD') return undefined;
  if (body.length > MAX_ERROR_BYTES) return 'the refusal is larger than 16 KiB';
  const text = body.toString('utf8');
  return faultOfEnvelope(text, status) ?? leak(text, sent);
}

function faultOfSuccess({ status, headers, body }: WireAnswer, method: string): string | undefined {
  if (method === 'HEAD' || status === 204 || status === 304 || status >= 300) return undefined;
  if (!/^application\/json\b/.test(headers.get('content-type') ?? '')) return undefined;
  const json = parsed(body.toString('utf8'));
  // The OpenAPI document is no answer of the API.
  return isObject(json) && (json.ok === true || 'openapi' in json) ? undefined : 'a success that does not say ok';
}

function faultOfEnvelope(text: string, status: number): string | undefined {
  const json = parsed(text);
  if (!isObject(json) || json.ok !== false || !isObject(json.error)) return 'the refusal is outside of the envelope';
  const { code, message, details, ...more } = json.error;
  if (Object.keys(json).length > 2 || Object.keys(more).length > 0) return 'the envelope has more members than it may';
  if (typeof code !== 'string' || typeof message !== 'string' || message.trim() === '') return 'no code, or no message';
  if (!STATUSES[code]?.includes(status)) return `the code ${code} does not go with this status`;
  if (details !== undefined && !isObject(details)) return 'the details are no object';
  const fields = isObject(details) ? details.fields : undefined;
  if (Array.isArray(fields) && fields.length > MAX_FIELDS) return 'the details name more than 20 fields';
  return undefined;
}

function leak(text: string, sent: Buffer): string | undefined {
  const found = INSIDES.exec(text)?.[0];
  const isEcho = found === undefined || sent.includes(found) || sent.includes(encodeURIComponent(found));
  return isEcho ? undefined : `the refusal tells of our insides: ${JSON.stringify(found)}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What the service refused, as its error envelope says it (contract.md). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly fields: readonly { path: string; message: string }[] = [],
  ) {
    super(message);
  }
}

type Parameters = Readonly<Record<string, string | number | undefined>>;

const API = '/cabinet/api';

/** Path and query of a call; what is undefined or empty is left out. */
export function addressOf(path: string, parameters: Parameters = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined && value !== '') query.set(name, String(value));
  return `${API}${path}${query.size > 0 ? `?${query}` : ''}`;
}

export function get<T>(path: string, parameters?: Parameters, signal?: AbortSignal): Promise<T> {
  return call<T>(addressOf(path, parameters), signal ? { signal } : {});
}

/** A command; `key` makes its repetition harmless. */
export function send<T>(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object, key?: string): Promise<T> {
  return call<T>(addressOf(path), {
    method,
    headers: {
      // No form of another site can send it (docs/cabinet.md).
      'x-cabinet': '1',
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}

/** @throws {ApiError} also where the service cannot be reached (`unreachable`). */
async function call<T>(address: string, init: RequestInit): Promise<T> {
  const response = await fetch(address, { credentials: 'same-origin', ...init }).catch((error: unknown) => {
    if (init.signal?.aborted) throw error;
    throw new ApiError(0, 'unreachable', 'the service cannot be reached');
  });
  const answer = await response.json().catch(() => undefined);
  if (response.ok) return answer as T;
  const { code = 'internal', message = response.statusText, details } = answer?.error ?? {};
  throw new ApiError(response.status, code, message, details?.fields);
}

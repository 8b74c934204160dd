/** A caller of the public API, as partners are. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Of JSON answers; undefined otherwise. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly json: any;
}

export interface Call {
  readonly key?: string | null;
  readonly headers?: Record<string, string>;
  /** Sent as it is, instead of a JSON body. */
  readonly raw?: string | Uint8Array;
}

export class Api {
  /** How often somebody who waits asks again, ms. */
  protected readonly askAgainMs: number = 5;

  constructor(
    readonly url: string,
    readonly key: string,
  ) {}

  get(path: string, call?: Call): Promise<Answer> {
    return this.call('GET', path, undefined, call);
  }

  post(path: string, body?: unknown, call?: Call): Promise<Answer> {
    return this.call('POST', path, body, call);
  }

  async call(
    method: string,
    path: string,
    body?: unknown,
    { key = this.key, headers = {}, raw }: Call = {},
  ): Promise<Answer> {
    const hasBody = raw !== undefined || body !== undefined;
    const response = await fetch(this.url + path, {
      method,
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(hasBody ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(hasBody ? { body: raw === undefined ? JSON.stringify(body) : toBody(raw) } : {}),
      redirect: 'manual',
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined };
  }

  /** A new conversation's id. */
  async conversation(body: object = {}): Promise<string> {
    const { status, json, text } = await this.post('/v1/conversations', body);
    if (status !== 200 && status !== 201) throw new Error(`conversation refused with ${status}: ${text}`);
    return json.conversation.id;
  }

  /** Sends words and gives back the turn's id. */
  async send(conversationId: string, text: string, extra: object = {}, call?: Call): Promise<string> {
    const {
      status,
      json,
      text: body,
    } = await this.post(`/v1/conversations/${conversationId}/turns`, { text, ...extra }, call);
    if (status !== 202) throw new Error(`turn refused with ${status}: ${body}`);
    return json.turn.id;
  }

  /** Waits until the turn has ended. */
  async outcome(turnId: string, timeoutMs = 60_000) {
    for (const end = Date.now() + timeoutMs; Date.now() < end; await pause(this.askAgainMs)) {
      const { json } = await this.get(`/v1/turns/${turnId}`);
      if (!['queued', 'running'].includes(json.turn.state)) return json.turn;
    }
    throw new Error(`turn ${turnId} did not end within ${timeoutMs} ms`);
  }

  /** Waits until the turn runs. */
  running(turnId: string) {
    return eventually(async () => (await this.get(`/v1/turns/${turnId}`)).json.turn.state === 'running');
  }

  async say(conversationId: string, text: string, extra: object = {}) {
    return this.outcome(await this.send(conversationId, text, extra));
  }

  async usage() {
    return (await this.get('/v1/usage')).json.usage;
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Waits until something holds. */
export async function eventually<T>(
  look: () => Promise<T | undefined | false> | T | undefined | false,
  timeoutMs = 60_000,
): Promise<T> {
  for (const end = Date.now() + timeoutMs; ; await pause(10)) {
    const found = await look();
    if (found) return found;
    if (Date.now() > end) throw new Error(`did not come about within ${timeoutMs} ms`);
  }
}

function toBody(raw: string | Uint8Array): string | Uint8Array<ArrayBuffer> {
  return typeof raw === 'string' ? raw : new Uint8Array(raw);
}

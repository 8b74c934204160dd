import type { Step } from './model-server.js';

export interface Usage {
  readonly prompt: number;
  readonly completion: number;
  readonly cached?: number;
  readonly written?: number;
}

export const USAGE: Usage = { prompt: 1200, completion: 80, cached: 1000 };

/** A response body; fields of message and choice may be overridden, usage omitted. */
export function completion(message: object, choice: object = {}, usage: Usage | null = USAGE): object {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_760_000_000,
    model: 'gpt-4o-mini-2024-07-18',
    choices: [
      {
        index: 0,
        finish_reason: 'stop',
        message: { role: 'assistant', content: null, refusal: null, ...message },
        ...choice,
      },
    ],
    ...(usage
      ? {
          usage: {
            prompt_tokens: usage.prompt,
            completion_tokens: usage.completion,
            total_tokens: usage.prompt + usage.completion,
            prompt_tokens_details: { cached_tokens: usage.cached ?? 0, cache_write_tokens: usage.written ?? 0 },
          },
        }
      : {}),
  };
}

/** Sends a body as JSON. */
export const body =
  (value: unknown, status = 200, headers: Record<string, string> = {}): Step =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));

/** The model's raw text. */
export const text = (content: string | null, choice: object = {}): Step => body(completion({ content }, choice));

/** A well-formed answer: reply and actions. */
export const says = (reply: string, ...actions: readonly object[]): Step => text(JSON.stringify({ reply, actions }));
export const asks = (reply: string): Step => says(reply, { op: 'ask' });

/** An API error with its headers. */
export const fails = (status: number, headers: Record<string, string> = {}, message = 'no'): Step =>
  body({ error: { message, type: 'error', code: null, param: null } }, status, headers);

export const hangs: Step = () => {};
export const resets: Step = (response) => {
  response.socket?.destroy();
};
/** Headers, then single bytes for ever. */
export const drips: Step = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 20);
  response.on('close', () => clearInterval(timer));
};
/** A valid answer sent in small pieces. */
export const trickles =
  (value: object): Step =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const text = Buffer.from(JSON.stringify(value));
    const size = Math.ceil(text.length / 20);
    let sent = 0;
    const timer = setInterval(() => {
      response.write(text.subarray(sent, sent + size));
      sent += size;
      if (sent < text.length) return;
      clearInterval(timer);
      response.end();
    }, 20);
  };
/** A body that breaks off. */
export const breaksOff: Step = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
  response.write('{"id":"chatcmpl-1","choices":[{"mess');
  setTimeout(() => response.socket?.destroy(), 10);
};

/** A straight kitchen with sink, dishwasher, hob and oven. */
export const plan = (length: string): object => ({
  op: 'plan_kitchen',
  walls: [{ length, turn: null, left_end: null, right_end: null }],
  ceiling: null,
  obstacles: [],
  fixtures: [
    { kind: 'sink', width: '60', bowl: null },
    { kind: 'dishwasher', width: '60 см' },
    { kind: 'hob', fuel: 'induction', width: null, oven_below: true },
  ],
  ordered: false,
  wall_units: null,
  wall_units_on: [],
  wall_units_height: null,
  hood: null,
  to_ceiling: null,
});

export const oak = { op: 'set_finish', part: 'facade', finish: 'oak' };

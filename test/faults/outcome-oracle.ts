import { isDeepStrictEqual } from 'node:util';
import type { Api } from '../support/api.js';
import type { Receiver } from '../support/receiver.js';
import type { Journal } from './journal.js';

interface Outcome {
  readonly id: string;
  readonly turn_id: string;
  readonly conversation_id: string;
}

/** Once all has settled: every acknowledged turn has ended, and every conversation is free again. */
export async function ended(api: Api, journal: Journal): Promise<string[]> {
  const violations: string[] = [];
  for (const id of journal.kept()) {
    const { status, json } = await api.get(`/v1/turns/${id}`);
    const state = status === 200 ? json.turn.state : `answered ${status}`;
    const wanted = journal.turns.get(id)?.stopped ? ['stopped'] : ['done', 'stopped', 'failed'];
    if (!wanted.includes(state))
      violations.push(`turn ${id} was acknowledged, should be ${wanted.join(' or ')} and is ${state}`);
  }
  for (const [id, { deleted }] of journal.conversations) {
    if (deleted === 'asked') continue;
    const { status, json } = await api.get(`/v1/conversations/${id}`);
    if (status !== (deleted === 'no' ? 200 : 404))
      violations.push(`conversation ${id} (deleted: ${deleted}) is answered ${status}`);
    else if (status === 200 && json.conversation.running_turn !== null)
      violations.push(`conversation ${id} is not free`);
  }
  return violations;
}

/** `GET /v1/events`, all pages; `refusal` says what was answered instead of a page, which ends the list. */
async function readEvents(api: Pick<Api, 'get'>): Promise<{ events: Outcome[]; refusal?: string }> {
  const events: Outcome[] = [];
  for (let path = '/v1/events?limit=200'; ; ) {
    const { status, json, text } = await api.get(path);
    if (status !== 200) return { events, refusal: `GET ${path} is answered ${status}: ${text}` };
    events.push(...json.events);
    if (json.events.length === 0) return { events };
    path = `/v1/events?limit=200&after=${json.next}`;
  }
}

/** Once all has settled: every outcome has arrived, with the body that `GET /v1/events` tells, under one id a turn. */
export async function delivered(
  api: Pick<Api, 'get'>,
  receiver: Pick<Receiver, 'bodies'>,
): Promise<{ outcomes: number; violations: string[] }> {
  const { events: told, refusal } = await readEvents(api);
  // Read once: parsing what thousands of deliveries brought holds up whatever else this process does.
  const received: readonly Outcome[] = receiver.bodies();
  const got = new Map(received.map((body) => [body.id, body]));
  const violations = refusal === undefined ? [] : [refusal];
  for (const event of told) {
    if (!got.has(event.id)) violations.push(`outcome ${event.id} of turn ${event.turn_id} was never delivered`);
    else if (!isDeepStrictEqual(got.get(event.id), event))
      violations.push(`outcome ${event.id} was delivered with another body`);
  }
  const idsOf = new Map<string, Set<string>>();
  for (const { id, turn_id } of [...told, ...received]) idsOf.set(turn_id, (idsOf.get(turn_id) ?? new Set()).add(id));
  for (const [turn, ids] of idsOf)
    if (ids.size > 1) violations.push(`turn ${turn} was told under ${ids.size} event ids`);
  return { outcomes: told.length, violations };
}

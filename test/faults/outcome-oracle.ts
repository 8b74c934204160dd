import { isDeepStrictEqual } from 'node:util';
import { type Api, eventually } from '../support/api.js';
import type { Receiver } from '../support/receiver.js';
import type { Journal } from './journal.js';

const OPEN = ['queued', 'running'];
const DRAIN_MS = 20_000;

interface Outcome {
  readonly id: string;
  readonly turn_id: string;
  readonly conversation_id: string;
}

/** After the last restart: every acknowledged turn ends, and every conversation is free again. */
export async function drained(api: Api, journal: Journal): Promise<string[]> {
  const violations: string[] = [];
  const end = Date.now() + DRAIN_MS;
  for (const id of journal.kept()) {
    const turn = await eventually(async () => {
      const { status, json } = await api.get(`/v1/turns/${id}`);
      if (status !== 200) return { state: `answered ${status}` };
      return !OPEN.includes(json.turn.state) && json.turn;
    }, end - Date.now()).catch(() => ({ state: 'still open' }));
    const wanted = journal.turns.get(id)?.stopped ? ['stopped'] : ['done', 'stopped', 'failed'];
    if (!wanted.includes(turn.state))
      violations.push(`turn ${id} was acknowledged, should be ${wanted.join(' or ')} and is ${turn.state}`);
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

/** `GET /v1/events`, all pages. */
export async function readEvents(api: Api): Promise<Outcome[]> {
  const events: Outcome[] = [];
  for (let after = ''; ; ) {
    const { json } = await api.get(`/v1/events?limit=200${after}`);
    events.push(...json.events);
    if (json.events.length === 0) return events;
    after = `&after=${json.next}`;
  }
}

/** Every outcome arrives at least once, with the body that `GET /v1/events` tells, under one id a turn. */
export async function delivered(api: Api, receiver: Receiver): Promise<{ outcomes: number; violations: string[] }> {
  const told = await readEvents(api);
  const byId = () => new Map<string, Outcome>(receiver.bodies().map((body: Outcome) => [body.id, body]));
  await eventually(() => told.every(({ id }) => byId().has(id)), DRAIN_MS).catch(() => undefined);
  const got = byId();
  const violations: string[] = [];
  for (const event of told) {
    if (!got.has(event.id)) violations.push(`outcome ${event.id} of turn ${event.turn_id} was never delivered`);
    else if (!isDeepStrictEqual(got.get(event.id), event))
      violations.push(`outcome ${event.id} was delivered with another body`);
  }
  const idsOf = new Map<string, Set<string>>();
  for (const { id, turn_id } of [...told, ...receiver.bodies()])
    idsOf.set(turn_id, (idsOf.get(turn_id) ?? new Set()).add(id));
  for (const [turn, ids] of idsOf)
    if (ids.size > 1) violations.push(`turn ${turn} was told under ${ids.size} event ids`);
  return { outcomes: told.length, violations };
}

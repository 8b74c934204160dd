import { type Answer, type Api, pause } from '../support/api.js';
import { image, png } from '../support/images.js';
import type { Journal } from './journal.js';
import type { Random } from './random.js';

const WORDS = [
  'Прямая кухня 2400 мм: мойка 600, посудомойка 45, духовой шкаф с электрической варочной, верхние шкафы и вытяжка',
  'Сделайте фасады под дуб',
  'Сделайте фасады белыми',
  'Здравствуйте',
  'виси',
] as const;
/** While faults strike, a caller may meet them again and again; after them it is answered in this time, ms. */
const ANSWER_WITHIN_MS = 60_000;
/** Conversations that one caller keeps at a time. */
const KEPT = 4;

export interface CallerParts {
  readonly name: string;
  readonly api: Api;
  readonly journal: Journal;
  readonly random: Random;
  readonly webhookUrl: string;
  isOver(): boolean;
}

/**
 * A partner's program: one request at a time on conversations of its own, each repeated under its key until it is
 * answered. What was acknowledged goes into the journal; what the API may not answer does too.
 */
export class Caller {
  private readonly own: { id: string; lead: string | undefined; last: string | undefined }[] = [];
  private readonly leads = new Map<string, string>();
  private number = 0;

  constructor(private readonly parts: CallerParts) {}

  async run(): Promise<void> {
    const { random, isOver } = this.parts;
    while (!isOver()) {
      await pause(random.between(1, 40));
      const roll = random.next();
      if (this.own.length < KEPT || roll < 0.07) await this.create();
      else if (roll < 0.12) await this.remove();
      else if (roll < 0.3) await this.look();
      else await this.send();
    }
  }

  private async create(): Promise<void> {
    const { api, journal, random, webhookUrl, name } = this.parts;
    const known = [...this.leads.keys()];
    const again = random.chance(0.3) ? known[0] : undefined;
    const lead = again ?? (random.chance(0.6) ? `${name}-${++this.number}` : undefined);
    // Without a lead a repeat would be a second conversation: the broken request is simply given up.
    const create = () =>
      api.post('/v1/conversations', { webhook_url: webhookUrl, ...(lead ? { external_id: lead } : {}) });
    const answer = lead === undefined ? await this.once(create) : await this.answered(create);
    if (!answer) return;
    if (answer.status !== 201 && answer.status !== 200) return this.unexpected('POST conversations', answer);
    const { id } = answer.json.conversation;
    if (lead !== undefined) {
      const before = this.leads.get(lead);
      if (before !== undefined && before !== id) journal.violation(`lead ${lead} was ${before} and is ${id}`);
      this.leads.set(lead, id);
      if (before !== undefined) return;
    }
    journal.conversations.set(id, { deleted: 'no' });
    this.own.push({ id, lead, last: undefined });
  }

  private async send(): Promise<void> {
    const { api, journal, random, name } = this.parts;
    const conversation = this.pick();
    const key = `${name}-turn-${++this.number}`;
    const picture = random.chance(0.1) ? { images: [image(png(20 + this.number, 30))] } : {};
    const body = { text: random.pick(WORDS), ...picture };
    const post = () =>
      api.post(`/v1/conversations/${conversation.id}/turns`, body, { headers: { 'idempotency-key': key } });
    // Some callers never come back after a broken connection: what they left behind has to be tidied up too.
    const answer = random.chance(0.1) ? await this.once(post) : await this.answered(post);
    if (!answer) return;
    if (answer.status === 409 || answer.status === 402) return journal.count(`turns refused with ${answer.status}`);
    if (answer.status !== 202) return this.unexpected(`POST turns of ${conversation.id}`, answer);
    const { id } = answer.json.turn;
    journal.acceptedTurn(id, conversation.id, key);
    conversation.last = id;
    if (body.text === 'виси' ? random.chance(0.5) : random.chance(0.15)) await this.stop(id);
    else if (random.chance(0.4)) await this.wait(id);
  }

  private async stop(turn: string): Promise<void> {
    const { api, journal } = this.parts;
    const answer = await this.answered(() => api.post(`/v1/turns/${turn}/stop`));
    if (answer?.status === 200) {
      const known = journal.turns.get(turn);
      if (known) known.stopped = true;
    } else if (answer && answer.status !== 409) this.unexpected(`stop of ${turn}`, answer);
  }

  private async wait(turn: string): Promise<void> {
    for (let look = 0; look < 10 && !this.parts.isOver(); look++) {
      await pause(30);
      const answer = await this.once(() => this.parts.api.get(`/v1/turns/${turn}`));
      if (answer && answer.status !== 200) return this.unexpected(`GET turn ${turn}`, answer);
      if (answer && !['queued', 'running'].includes(answer.json.turn.state)) return;
    }
  }

  /** Whatever was acknowledged is found, also right after a restart. */
  private async look(): Promise<void> {
    const { id, last } = this.pick();
    const path = last !== undefined && this.parts.random.chance(0.5) ? `turns/${last}` : `conversations/${id}`;
    const answer = await this.once(() => this.parts.api.get(`/v1/${path}`));
    if (answer && answer.status !== 200) this.unexpected(`GET ${path}`, answer);
  }

  private async remove(): Promise<void> {
    const { api, journal } = this.parts;
    const conversation = this.pick();
    this.own.splice(this.own.indexOf(conversation), 1);
    const known = journal.conversations.get(conversation.id);
    if (!known) return;
    known.deleted = 'asked';
    const request = () => api.call('DELETE', `/v1/conversations/${conversation.id}`);
    const first = await this.once(request);
    const answer = first ?? (await this.answered(request));
    if (conversation.lead !== undefined) this.leads.delete(conversation.lead);
    // 404 is right only where an earlier try of this very request took effect.
    if (answer?.status === 204 || (answer?.status === 404 && !first)) known.deleted = 'answered';
    else if (answer) this.unexpected(`DELETE ${conversation.id}`, answer);
  }

  private pick() {
    const [first, ...rest] = this.own;
    if (!first) throw new Error('a caller without a conversation');
    return this.parts.random.pick([first, ...rest]);
  }

  /** Repeats a request until it is answered, as callers are told to do. */
  private async answered(request: () => Promise<Answer>): Promise<Answer | undefined> {
    let by = Number.POSITIVE_INFINITY;
    for (; Date.now() < by; await pause(100)) {
      if (this.parts.isOver()) by = Math.min(by, Date.now() + ANSWER_WITHIN_MS);
      const answer = await this.once(request);
      if (answer && answer.status !== 503) return answer;
      if (answer) this.parts.journal.count('answers 503');
    }
    this.parts.journal.violation(`${this.parts.name}: no answer within ${ANSWER_WITHIN_MS} ms of the last fault`);
    return undefined;
  }

  /** Undefined where the connection broke: the outcome is unknown. */
  private async once(request: () => Promise<Answer>): Promise<Answer | undefined> {
    try {
      return await request();
    } catch {
      await pause(50);
      return undefined;
    }
  }

  private unexpected(what: string, { status, text }: Answer): void {
    if (status !== 503) this.parts.journal.violation(`${what} was answered ${status}: ${text.slice(0, 200)}`);
  }
}

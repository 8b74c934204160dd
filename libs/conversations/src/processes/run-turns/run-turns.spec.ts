import { setTimeout as pause } from 'node:timers/promises';
import { silent } from '#libs/processing';
import type { TurnEvent } from '../turn-feed.js';
import { RunTurns } from './run-turns.js';
import type { TurnWork } from './turn-execution.js';

const started: { readonly subject: RunTurns; readonly end: () => void }[] = [];

afterEach(async () => {
  for (const { subject, end } of started.splice(0)) {
    const stopped = subject.stop(0);
    end();
    await stopped;
  }
});

/** A runner whose turns run until the test ends them. */
function runner({ concurrency = 2, index = [] as TurnWork[], elsewhere = [] as string[], leaveMs = 60 } = {}) {
  const ran: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const aborted: string[] = [];
  let listener: (event: TurnEvent) => void = () => undefined;
  const documents = index.map(({ turn_id, conversation_id, company_id }) => ({
    id: turn_id,
    position: 1n,
    document: { id: turn_id, conversation_id, company_id },
  }));
  const subject = new RunTurns(
    {
      newClaim: () => ({ node_id: 'nod_1', deadline_at: '2099-01-01T00:00:00.000Z' }),
      run: ({ turn_id }, signal) => {
        ran.push(turn_id);
        signal.addEventListener('abort', () => aborted.push(turn_id));
        return new Promise<void>((resolve, reject) => {
          ends.set(turn_id, (error) => (error ? reject(error) : resolve()));
        });
      },
    },
    {
      onAny: (given) => {
        listener = given;
        return () => undefined;
      },
    },
    {
      find: async (_name, { after = '0', limit = documents.length }) => {
        const end = Number(after) + limit;
        const page = documents.slice(Number(after), end) as never[];
        return { documents: page, next: end < documents.length ? String(end) : undefined };
      },
    },
    {
      self: { id: 'nod_1', role: 'worker', version: '1.0.0' },
      preferred: (turnId) => (elsewhere.includes(turnId) ? 'nod_2' : 'nod_1'),
    },
    {
      ttlMs: 1_000,
      expiryGraceMs: 1_000,
      deadlineMs: 1_000,
      concurrency,
      maxOpenTurns: 10,
      nodeId: 'nod_1',
      lookEveryMs: 5,
      leaveMs,
    },
    silent,
  );
  subject.start();
  started.push({
    subject,
    end: () => {
      for (const end of ends.values()) end();
    },
  });
  const tell = (type: 'TurnQueued' | 'TurnStarted' | 'TurnStopped', turn_id: string, company_id = 'cmp_1') =>
    listener({ type, data: { turn_id }, metadata: { conversation_id: `c-${turn_id}`, company_id } } as TurnEvent);
  return { subject, ran, ends, aborted, tell };
}

const work = (turn_id: string, company_id = 'cmp_1'): TurnWork => ({
  conversation_id: `c-${turn_id}`,
  company_id,
  turn_id,
});
const soon = () => pause(20);

describe('the turn runner', () => {
  it('runs so many at a time as the node may, the rest in their order', async () => {
    const { subject, ran, ends, tell } = runner();
    for (const id of ['a', 'b', 'c', 'd']) tell('TurnQueued', id);
    expect(ran).toEqual(['a', 'b']);
    ends.get('b')?.();
    await soon();
    expect(ran).toEqual(['a', 'b', 'c']);
    expect(subject.running).toBe(2);
  });

  it("begins another company's turn at once, however many of one hang", async () => {
    const { subject, ran, tell } = runner({ concurrency: 64 });
    for (let number = 0; number < 256; number += 1) tell('TurnQueued', `flood${number}`, 'cmp_flood');
    expect(ran).toHaveLength(48);
    tell('TurnQueued', 'other', 'cmp_other');
    expect(ran.at(-1)).toBe('other');
    expect(subject.running).toBe(49);
  });

  it('serves companies in turn as places become free', async () => {
    const { ran, ends, tell } = runner({ concurrency: 1 });
    for (const id of ['a1', 'a2', 'a3', 'b1', 'b2']) tell('TurnQueued', id, `cmp_${id[0]}`);
    for (let ended = 0; ended < 5; ended += 1) {
      ends.get(ran[ended] ?? '')?.();
      await pause(0);
    }
    expect(ran).toEqual(['a1', 'a2', 'b1', 'a3', 'b2']);
  });

  it("finds a company's turn in the index behind another's backlog, and the backlog beyond what waits here", async () => {
    const flood = Array.from({ length: 12_000 }, (_, number) => work(`flood${number}`, 'cmp_flood'));
    const { ran, ends } = runner({ concurrency: 8, index: [...flood, work('other', 'cmp_other')] });
    for (const end = Date.now() + 30_000; !ran.includes('other') && Date.now() < end; ) await pause(5);
    expect(ran).toContain('other');
    expect(ran).toHaveLength(7);
    for (const end = Date.now() + 60_000; ran.length < 12_001 && Date.now() < end; await pause(0)) {
      for (const [id, finish] of ends) {
        ends.delete(id);
        finish();
      }
    }
    expect(new Set(ran).size).toBe(12_001);
  });

  it('finds in the index what the feed did not tell, and takes nothing twice while read models trail', async () => {
    const { subject, ran, ends, tell } = runner({ concurrency: 5, index: [work('old'), work('a')] });
    tell('TurnQueued', 'a');
    await soon();
    ends.get('a')?.();
    await soon();
    expect(ran).toEqual(['a', 'old']);
    ends.get('old')?.();
    await subject.stop(0);
  });

  it('leaves the event loop free while the index goes on calling ended turns queued', async () => {
    const index = Array.from({ length: 100 }, (_, number) => work(`t${number}`));
    const { subject, ran, ends } = runner({ concurrency: 200, index });
    await soon();
    for (const end of ends.values()) end();
    const began = performance.now();
    await pause(30);
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(ran).toHaveLength(100);
    await subject.stop(0);
  });

  it('aborts a running turn that is stopped, and never begins a waiting one', async () => {
    const { ran, ends, aborted, tell } = runner({ concurrency: 1 });
    tell('TurnQueued', 'a');
    tell('TurnQueued', 'b');
    tell('TurnStopped', 'a');
    tell('TurnStopped', 'b');
    expect(aborted).toEqual(['a']);
    ends.get('a')?.();
    await soon();
    expect(ran).toEqual(['a']);
  });

  it("leaves another node's turns to it for a while, then takes those that nobody began", async () => {
    const elsewhere = ['index', 'begun', 'stranded'];
    const { subject, ran, ends, tell } = runner({ concurrency: 9, index: [work('index')], elsewhere, leaveMs: 2_000 });
    for (const id of ['mine', 'begun', 'stranded']) tell('TurnQueued', id);
    await soon();
    expect(ran).toEqual(['mine']);
    tell('TurnStarted', 'begun');
    for (const end = Date.now() + 30_000; ran.length < 3 && Date.now() < end; ) await pause(20);
    expect(ran).toEqual(['mine', 'stranded', 'index']);
    const stopped = subject.stop(0);
    for (const end of ends.values()) end();
    await stopped;
  });

  it('drops a turn that waits for a place once another node has begun it', async () => {
    const { ran, ends, tell } = runner({ concurrency: 1 });
    for (const id of ['a', 'b', 'c']) tell('TurnQueued', id);
    tell('TurnStarted', 'b');
    ends.get('a')?.();
    await soon();
    expect(ran).toEqual(['a', 'c']);
  });

  it('comes back to a turn whose run broke off', async () => {
    const { subject, ran, ends } = runner({ index: [work('a')] });
    await soon();
    ends.get('a')?.(new Error('store away'));
    await soon();
    expect(ran.length).toBeGreaterThan(1);
    await Promise.all([subject.stop(0), ...[...ends.values()].map((end) => end())]);
  });

  it('keeps a place for a turn that is about to be queued, and runs it once, however it is told of', async () => {
    const { subject, ran, ends, tell } = runner({ index: [work('a')] });
    const place = subject.placeFor(work('a'));
    expect(place?.claim).toMatchObject({ node_id: 'nod_1' });
    // A repeat of the same request.
    expect(subject.placeFor(work('a'))).toBeUndefined();
    tell('TurnQueued', 'a');
    await soon();
    expect(ran).toEqual([]);
    place?.run({ state: undefined });
    tell('TurnStarted', 'a');
    await soon();
    expect(ran).toEqual(['a']);
    ends.get('a')?.();
    await soon();
    expect([ran, subject.running]).toEqual([['a'], 0]);
  });

  it('keeps none where turns wait, for what another node would rather run, or while it stops', async () => {
    const { subject, ran, ends, tell } = runner({ concurrency: 1, elsewhere: ['other'] });
    expect(subject.placeFor(work('other'))).toBeUndefined();
    tell('TurnQueued', 'a');
    tell('TurnQueued', 'b');
    expect(subject.placeFor(work('c'))).toBeUndefined();
    ends.get('a')?.();
    await soon();
    // Its place has gone to the one that waited.
    expect([ran, subject.placeFor(work('c'))]).toEqual([['a', 'b'], undefined]);
    ends.get('b')?.();
    await soon();
    const stopped = subject.stop(0);
    expect(subject.placeFor(work('c'))).toBeUndefined();
    await stopped;
  });

  it('gives a place that was kept in vain to whoever waits, and finds the turn again if it is queued after all', async () => {
    const { subject, ran, ends, tell } = runner({ concurrency: 1 });
    const place = subject.placeFor(work('a'));
    tell('TurnQueued', 'b');
    place?.release();
    await soon();
    expect(ran).toEqual(['b']);
    tell('TurnQueued', 'a');
    ends.get('b')?.();
    await soon();
    expect(ran).toEqual(['b', 'a']);
  });

  it('gives running turns their time at a stop, then aborts them', async () => {
    const { subject, ends, aborted, tell } = runner();
    tell('TurnQueued', 'a');
    const stopping = subject.stop(10);
    await soon();
    expect(aborted).toEqual(['a']);
    ends.get('a')?.();
    await stopping;
    tell('TurnQueued', 'b');
    expect(subject.running).toBe(0);
  });
});

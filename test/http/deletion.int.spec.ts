import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Document } from '#libs/read-models';
import { projections } from '#projections';
import { ScriptedAssistant } from '../../libs/assistant/test/scripted-assistant.js';
import { asks, builds } from '../support/answers.js';
import { type Api, eventually } from '../support/api.js';
import { image, png } from '../support/images.js';
import { Receiver } from '../support/receiver.js';
import { adjustableClock, type TestOptions, type TestPartner, TestService } from '../support/service.js';
import { ON_SERVERS, setBlobsBack } from '../support/store-env.js';
import { Traces } from '../support/traces.js';

/** What only the customer and the assistant said: repeated, so that no page boundary hides it. */
const WORDS = 'потайная_кладовка';
const REPLY = 'сокровенный_ответ';
/** Bytes behind the end of a picture, as no other file has them. */
const PIXELS = Buffer.from('7069782d6f662d7468652d706c616e2d00ff10', 'hex');
const picture = () => image(Buffer.concat([png(700, 700), ...Array(50).fill(PIXELS)]));

/** Whose a document is, where it says so. */
type Owned = Document & { readonly company_id?: string; readonly partner_id?: string };

const script = new ScriptedAssistant(({ words }) => {
  if (words.startsWith('виси')) return 'hang';
  if (words.startsWith('сосед')) return asks;
  return words.startsWith('собери')
    ? { ...builds, reply: `${REPLY} `.repeat(40) }
    : { ...asks, reply: `${REPLY} `.repeat(40) };
});

describe('deleting a conversation', () => {
  let service: TestService;
  let partner: TestPartner;
  let api: Api;
  let receiver: Receiver;
  let traces: Traces;

  const start = async (options: TestOptions = {}) => {
    service = await TestService.start({ assistant: script, ...options });
    receiver = await Receiver.start();
    partner = await service.partner({ webhook_url: receiver.url });
    api = partner.api;
    traces = await Traces.of(service.dataDir);
  };
  afterEach(async () => {
    await traces.close();
    await service.stop();
    await receiver.stop();
  });

  /** A conversation with everything in it: words, a picture, an order, a card, and outcomes told or not. */
  const full = async (lead: string) => {
    const seat = await service.addSeat(partner.company_id, `Цех ${lead}`);
    const id = await api.conversation({ external_id: lead });
    await api.say(id, `собери ${`${WORDS} `.repeat(60)}`);
    await api.say(id, `план ${`${WORDS} `.repeat(60)}`, { images: [picture()] });
    const handoff = await api.post(`/v1/conversations/${id}/handoff`, {
      seat: String(seat),
      order_id: 'Кухня для цеха',
    });
    expect(handoff.status).toBe(200);
    await eventually(async () => (await api.usage()).coins_used === 9);
    return id;
  };
  const erased = (id: string) =>
    eventually(async () => (await traces.stream(`conversation-${id}`)).length === 0, 10_000);
  /** Names of the data folder's files that hold the bytes; of a server, whatever it answers with that holds them. */
  const holding = async (needle: string | Buffer) => {
    if (ON_SERVERS) return traces.holding(needle);
    const files = (await readdir(service.dataDir, { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    );
    const found = await Promise.all(
      files.map(async ({ parentPath, name }) =>
        (await readFile(join(parentPath, name))).includes(needle) ? name : '',
      ),
    );
    return found.filter(Boolean).sort();
  };
  const holdingAnything = async () => (await Promise.all([WORDS, REPLY, PIXELS].map(holding))).flat();
  const documents = async () => {
    const found: Record<string, Record<string, Document>> = {};
    for (const { name } of projections) {
      const mine: Record<string, Document> = {};
      for await (const { id, document } of traces.stores.readModels.stream<Owned>(name)) {
        const { company_id = partner.company_id, partner_id = partner.partner_id } = document;
        // A server's event store may hold what other tests left.
        if (company_id === partner.company_id && partner_id === partner.partner_id) mine[id] = document;
      }
      found[name] = mine;
    }
    return found;
  };
  /** Stops it, so that no journal of the stores is left; the next test's clean-up needs it running. */
  const standingStill = async <Found>(look: () => Promise<Found>): Promise<Found> => {
    await traces.close();
    await service.service.stop();
    if (ON_SERVERS) traces = await Traces.of(service.dataDir);
    const found = await look();
    if (ON_SERVERS) await traces.close();
    service = await TestService.start({ assistant: script, dataDir: service.dataDir });
    traces = await Traces.of(service.dataDir);
    api = service.again(api);
    return found;
  };

  it('while a turn is open stops it, releases its coins, and what is told of it is a stop', async () => {
    await start();
    const id = await api.conversation();
    const turn = await api.send(id, 'виси', { images: [picture()] });
    await api.running(turn);
    expect((await api.usage()).coins_left).toBe(92);
    expect((await api.call('DELETE', `/v1/conversations/${id}`)).status).toBe(204);
    expect((await api.get(`/v1/turns/${turn}`)).status).toBe(404);
    await eventually(async () => (await api.usage()).coins_left === 100);
    await erased(id);
    expect((await api.usage()).coins_used).toBe(0);
    for (const body of receiver.bodies()) expect(body).toMatchObject({ event: 'turn.stopped', turn_id: turn });
    const facts = (await traces.events(`coins-${partner.company_id}`)).filter(({ type }) => type === 'CoinsReleased');
    expect(facts).toHaveLength(1);
    expect(facts[0]?.data).toMatchObject({ turn_id: turn, facts: { state: 'stopped', conversation_id: id } });
  });

  it('leaves no word, reply or picture of it in any file, and the neighbour as it was', async () => {
    await start();
    const id = await full('уходит');
    const neighbour = await api.conversation({ external_id: 'остаётся' });
    await api.say(neighbour, 'соседнее');
    expect(await holding(PIXELS)).toHaveLength(1);
    expect((await api.call('DELETE', `/v1/conversations/${id}`)).status).toBe(204);
    await erased(id);
    await eventually(async () => (await traces.blobs()).length === 0);
    expect((await traces.events('delivery-')).filter(({ metadata }) => metadata.conversation_id === id)).toEqual([]);
    expect(await standingStill(holdingAnything)).toEqual([]);
    expect((await api.get(`/v1/conversations/${id}`)).status).toBe(404);
    expect(
      (await api.get('/v1/events')).json.events.map((event: { conversation_id: string }) => event.conversation_id),
    ).toEqual([neighbour]);
    expect((await api.get(`/v1/conversations/${neighbour}/turns`)).json.turns).toHaveLength(1);
  });

  it("keeps the ledger's facts and the card, without words; the lead is free", async () => {
    await start();
    const id = await full('лид');
    await api.call('DELETE', `/v1/conversations/${id}`);
    const anew = await api.post('/v1/conversations', { external_id: 'лид' });
    expect(anew.status).toBe(201);
    expect(anew.json.conversation).toMatchObject({ turn: 0, has_project: false });
    await erased(id);
    const charged = (await traces.events(`coins-${partner.company_id}`)).filter(({ type }) => type === 'CoinsCharged');
    expect(charged.map(({ data }) => data)).toMatchObject([
      { facts: { outcome: 'built' } },
      { facts: { outcome: 'question' } },
    ]);
    expect((await api.usage()).coins_used).toBe(9);
    const { cards, turn_facts } = await documents();
    expect(Object.values(cards ?? {})).toEqual([
      expect.objectContaining({ order_id: 'Кухня для цеха', seat_title: 'Цех лид' }),
    ]);
    expect(Object.keys(turn_facts ?? {})).toHaveLength(2);
    expect(JSON.stringify([cards, turn_facts])).not.toMatch(new RegExp(`${WORDS}|${REPLY}|lead-лид`));
  });

  it('gives up what was not delivered yet', async () => {
    await start({ env: { WEBHOOK_RETRY: '200ms,200ms,200ms,200ms,200ms,200ms,200ms,200ms' } });
    receiver.answer = (_received, response) => response.writeHead(500).end();
    const id = await api.conversation();
    await api.say(id, 'спроси');
    await eventually(() => receiver.received.length > 0);
    await api.call('DELETE', `/v1/conversations/${id}`);
    await erased(id);
    const attempts = receiver.received.length;
    await new Promise((resolve) => setTimeout(resolve, 800));
    expect(receiver.received.length - attempts).toBeLessThanOrEqual(1);
    expect(Object.keys((await documents()).deliveries ?? {})).toEqual([]);
  });

  it('every read model, rebuilt after it, ends in the same state', async () => {
    await start();
    const id = await full('лид');
    await api.say(await api.conversation(), 'собери соседнюю');
    await api.call('DELETE', `/v1/conversations/${id}`);
    await erased(id);
    await eventually(async () => (await api.usage()).coins_used === 10);
    const told = ({ state }: { state?: unknown }) => state === 'delivered';
    await eventually(async () => Object.values((await documents()).deliveries ?? {}).every(told));
    await service.service.progress.waitFor((await traces.now()).head);
    const before = await documents();
    for (const { name } of projections) await service.service.progress.rebuild(name);
    expect(await documents()).toEqual(before);
  });

  it('expiry erases as DELETE does', async () => {
    const { clock, wind } = adjustableClock();
    await start({ clock, env: { CONVERSATION_TTL: '1h', EXPIRY_GRACE: '1s' }, maxEveryMs: 200 });
    const id = await full('старый');
    wind(3_600_000);
    await eventually(async () => (await api.get(`/v1/conversations/${id}`)).status === 404, 25_000);
    await erased(id);
    await eventually(async () => (await traces.blobs()).length === 0);
    expect((await api.post('/v1/conversations', { external_id: 'старый' })).status).toBe(201);
    expect((await api.usage()).coins_used).toBe(9);
    expect(await standingStill(holdingAnything)).toEqual([]);
  });

  it('the sweep removes old pictures that nothing refers to, and no others', async () => {
    await start();
    const id = await api.conversation();
    await api.say(id, 'план', { images: [picture()] });
    const { blobs } = traces.stores;
    const gone = 'cnv_00000000000070008000000000000000';
    await blobs.put(gone, 'aa', Uint8Array.of(1));
    await blobs.put(id, 'unreferenced', Uint8Array.of(2));
    const [kept = ''] = (await traces.blobs()).filter((name) => name.startsWith(id) && !name.endsWith('unreferenced'));
    await setBlobsBack(service.dataDir, new Date(Date.now() - 2 * 60 * 60_000));
    await blobs.put(id, 'new', Uint8Array.of(3));
    await standingStill(async () => []);
    await eventually(async () => (await traces.blobs()).length === 2, 10_000);
    expect(await traces.blobs()).toEqual([kept, `${id}/new`].sort());
  });
});

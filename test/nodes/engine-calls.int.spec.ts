import { ScriptedAssistant } from '../../libs/assistant/test/scripted-assistant.js';
import { reads } from '../support/answers.js';
import { type Api, eventually, pause } from '../support/api.js';
import { EventStoreDouble } from '../support/eventstoredb/double.js';
import { MongoDouble } from '../support/mongodb/double.js';
import { TestService } from '../support/service.js';

const TURNS = 20;
const IDLE_MS = 3_000;
/** Longer than any checkpoint trails, ms. */
const QUIET_MS = 1_200;
/** What a node asks for by the clock: leases, requests of the CLI, which collections serve; and the driver, for itself. */
const BY_THE_CLOCK = /^(hello|ismaster|\w+ (_leases|_admin_requests|_serving))/i;
const CHECKPOINT = /^update _checkpoints/;

/**
 * What a node asks of its servers, counted by doubles: the adapters send them what they send a server. The bounds have room
 * for events that fall into other batches on a busy machine.
 */
describe('a node on EventStoreDB and MongoDB', () => {
  let events: EventStoreDouble;
  let models: MongoDouble;
  let service: TestService;
  let api: Api;
  /** Calls to the event store that name a stream, and commands to MongoDB. */
  let calls: string[] = [];
  let commands: string[] = [];

  const count = (sent: readonly string[], pattern: RegExp) => sent.filter((one) => pattern.test(one)).length;
  /** Commands that follow from events: documents loaded and written, checkpoints. */
  const ofEvents = () => commands.filter((one) => !BY_THE_CLOCK.test(one));
  const ofDocuments = () => ofEvents().filter((one) => !CHECKPOINT.test(one));
  const charged = () => events.log.records.filter(({ type }) => type === 'CoinsCharged').length;
  /** All that follows from so many turns has been done. */
  const settled = (turns: number) =>
    eventually(async () => {
      const before = ofEvents().length;
      await pause(QUIET_MS);
      return charged() >= turns && ofEvents().length === before;
    });

  beforeAll(async () => {
    events = await EventStoreDouble.start();
    models = await MongoDouble.start();
    events.watch = (kind, stream) => calls.push(`${kind} ${stream.split('-', 1)[0]}`);
    models.watch = ({ command, body }) => {
      const where = String(body[command]);
      // Queries of scheduled tasks and of the API follow from no event; the fold asks for documents by their ids.
      const isQuery = command === 'find' && !where.startsWith('_') && !Object(Object(body.filter)._id).$in;
      if (!isQuery) commands.push(`${command} ${where}`);
    };
    service = await TestService.start({
      assistant: new ScriptedAssistant(() => reads),
      env: {
        EVENTSTORE_URL: events.url,
        MONGODB_URL: models.url,
        LINK_SECRET: 'a secret that the nodes of a test share',
      },
    });
    ({ api } = await service.partner({ coins: 1_000 }));
    await api.say(await api.conversation(), 'кухня');
  });
  afterAll(async () => {
    await service.stop();
    await events.stop();
    await models.stop();
  });

  /** Takes turns to their outcomes, and counts from the first one on. @returns how long that took, ms. */
  const turns = async (send: (ids: readonly string[]) => Promise<unknown>) => {
    const ids: string[] = [];
    while (ids.length < TURNS) ids.push(await api.conversation());
    const before = charged();
    await settled(before);
    calls = [];
    commands = [];
    const began = performance.now();
    await send(ids);
    await settled(before + TURNS);
    return performance.now() - began;
  };

  it('takes a turn to its outcome with four appends, one read and a dozen commands', async () => {
    const ms = await turns(async (ids) => {
      for (const id of ids) await api.send(id, 'кухня');
    });
    // Coins held, queued and claimed, attempt and outcome, charged; the settlements of two turns may share one.
    expect(count(calls, /^append/)).toBeLessThanOrEqual(4 * TURNS);
    // What is written under a derived id is read once: another node may have been first, in other words.
    expect(count(calls, /^read/)).toBeLessThanOrEqual(1.5 * TURNS);
    // Each of a turn's events in a batch of its own: 14. Mostly some share one, and it is 11.5.
    expect(ofDocuments().length).toBeLessThanOrEqual(15 * TURNS);
    // What nobody else is there to ask for moves once in 200 ms, sagas' every 500 ms: the slower the machine, the more of them.
    expect(count(commands, CHECKPOINT)).toBeLessThanOrEqual(5 + ms / 200 + ms / 500);
    // Whether the owner is still the owner is asked after a pause alone.
    expect(count(commands, /^find _checkpoints/)).toBeLessThanOrEqual(1 + ms / 1_000);
  });

  it('takes many turns at once with a few commands each', async () => {
    await turns((ids) => Promise.all(ids.map((id) => api.send(id, 'кухня'))));
    // Settlements of a company share appends, and reads.
    expect(count(calls, /^append/)).toBeLessThan(4 * TURNS);
    expect(count(calls, /^read/)).toBeLessThanOrEqual(TURNS);
    expect(ofDocuments().length).toBeLessThanOrEqual(10 * TURNS);
  });

  it('asks for little while nothing happens', async () => {
    await settled(charged());
    commands = [];
    await pause(IDLE_MS);
    // Per second: four looks at the leases, two heartbeats, two renewals of all leases, four looks for requests; the driver's.
    expect(commands.length).toBeLessThanOrEqual(18 * (IDLE_MS / 1_000));
    expect(ofEvents()).toEqual([]);
  });
});

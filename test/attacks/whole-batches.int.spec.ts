import type { Assistant } from '#libs/assistant';
import { ScriptedAssistant } from '../../libs/assistant/test/scripted-assistant.js';
import { builds } from '../support/answers.js';
import { type Api, eventually, pause } from '../support/api.js';
import { MongoDouble } from '../support/mongodb/double.js';
import { Receiver } from '../support/receiver.js';
import { TestService } from '../support/service.js';

/** How much later than all others a collection takes what it is given, ms. */
const SLOW_MS = 60;
const MODELS = ['bom', 'conversations', 'deliveries', 'orders', 'outcomes', 'turns'];

/** Long enough that a turn's end comes in another batch than its beginning. */
function slowly(assistant: Assistant): Assistant {
  return {
    model: assistant.model,
    async answer(request, signal, computing) {
      await pause(3 * SLOW_MS);
      return assistant.answer(request, signal, computing);
    },
  };
}

describe('on MongoDB, which writes the collections of a batch one by one', () => {
  let double: MongoDouble;
  let service: TestService;
  let receiver: Receiver;
  let api: Api;

  beforeAll(async () => {
    double = await MongoDouble.start();
    receiver = await Receiver.start();
    const assistant = slowly(new ScriptedAssistant([builds]));
    service = await TestService.start({ assistant, env: { MONGODB_URL: double.url } });
    ({ api } = await service.partner({ webhook_url: receiver.url }));
  });
  afterAll(async () => {
    double.delayMs = undefined;
    await service.stop();
    await receiver.stop();
    await double.stop();
  });

  /** What a partner can read of a turn's end, each by itself. */
  const signsOf = (id: string, turn: string) => ({
    turn: async () => (await api.get(`/v1/turns/${turn}`)).json.turn.state === 'done',
    listed: async () => (await api.get(`/v1/conversations/${id}/turns`)).json.turns[0]?.state === 'done',
    idle: async () => (await api.get(`/v1/conversations/${id}`)).json.conversation.running_turn === null,
    project: async () => (await api.get(`/v1/conversations/${id}/project`)).status === 200,
    bom: async () => (await api.get(`/v1/conversations/${id}/bom`)).status === 200,
    event: async () =>
      (await api.get('/v1/events')).json.events.some(({ turn_id }: { turn_id: string }) => turn_id === turn),
  });
  const WHOLE = { turn: true, listed: true, idle: true, project: true, bom: true, event: true };
  const seen = async (id: string, turn: string) =>
    Object.fromEntries(
      await Promise.all(Object.entries(signsOf(id, turn)).map(async ([name, sign]) => [name, await sign()] as const)),
    );

  it.each(MODELS)('and `%s` last: whoever sees any of a turn, or is told of it, finds all of it', async (slow) => {
    double.delayMs = ({ command, body }) => (command === 'update' && body.update === `${slow}@1` ? SLOW_MS : 0);
    const told: Promise<object>[] = [];
    const id = await api.conversation();
    receiver.answer = ({ body }, response) => {
      told.push(seen(id, JSON.parse(body).turn_id));
      response.writeHead(204).end();
    };
    const turn = await api.send(id, 'собери');
    const found = Object.entries(signsOf(id, turn)).map(async ([name, sign]) => {
      while (!(await sign())) await pause(1);
      return [name, await seen(id, turn)] as const;
    });
    expect(Object.fromEntries(await Promise.all(found))).toEqual(
      Object.fromEntries(Object.keys(WHOLE).map((name) => [name, WHOLE])),
    );
    await eventually(() => told.length > 0);
    expect(await Promise.all(told)).toEqual([WHOLE]);
  });
});

import { ScriptedAssistant } from '../../libs/assistant/test/scripted-assistant.js';
import { type Route, registeredRoutes } from '../cabinet/routes.js';
import { builds } from '../support/answers.js';
import { type Api } from '../support/api.js';
import { type TestPartner, TestService } from '../support/service.js';

/** Bodies that are well formed, so that the path decides. */
const BODIES: Readonly<Record<string, object>> = {
  'POST /v1/conversations/:id/turns': { text: 'собери' },
  'POST /v1/conversations/:id/handoff': { seat: '1' },
};

/** Every route of `/v1` that names something of a partner's, tried by those whose it is not. */
describe('what belongs to a partner', () => {
  let service: TestService;
  let owner: TestPartner;
  let others: readonly Api[];
  let conversation = '';
  let turn = '';

  beforeAll(async () => {
    service = await TestService.start({ assistant: new ScriptedAssistant([builds]) });
    owner = await service.partner();
    await service.addSeat(owner.company_id, 'Цех');
    others = [(await service.partner()).api, (await service.partnerOf(owner.company_id)).api];
    conversation = await owner.api.conversation({ external_id: 'лид' });
    turn = (await owner.api.say(conversation, 'собери')).id;
  });
  afterAll(() => service.stop());

  const routes = registeredRoutes().filter(({ path }) => path.startsWith('/v1/'));
  const naming = routes.filter(({ path }) => path.includes(':'));
  const lists = routes.filter(({ method, path }) => method === 'GET' && !path.includes(':') && path !== '/v1/health');

  /** @throws on a route that names what is not known here, so that a new one is not forgotten. */
  function pathOf({ name, path }: Route): string {
    const named = path
      .replace('/conversations/:id', `/conversations/${conversation}`)
      .replace('/turns/:id', `/turns/${turn}`);
    if (named.includes(':')) throw new Error(`${name} names what this spec does not know`);
    return named;
  }

  it.each(naming)('$name: not there for a partner of another company, nor for another of the same', async (route) => {
    for (const api of others) {
      const { status, json } = await api.call(route.method, pathOf(route), BODIES[route.name]);
      expect([status, json.error.code]).toEqual([404, 'not_found']);
    }
  });

  it.each(naming)('$name: 401 without a key', async (route) => {
    const { status } = await owner.api.call(route.method, pathOf(route), BODIES[route.name], { key: null });
    expect(status).toBe(401);
  });

  it.each(lists)('$name: shows others nothing of it', async (route) => {
    for (const api of others) {
      const { status, text } = await api.call(route.method, route.path);
      expect(status).toBe(200);
      for (const id of [conversation, turn, owner.partner_id]) expect(text).not.toContain(id);
    }
  });
});

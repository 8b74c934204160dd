import fc from 'fast-check';
import type { Answer as Said } from '#libs/assistant';
import { replay } from '#libs/conversations';
import { systemClock } from '#libs/kernel';
import { openStores, readEnvironment, type Stores } from '#libs/platform';
import { ScriptedAssistant } from '../../libs/assistant/test/scripted-assistant.js';
import { asks, builds, declines, paints, reads } from '../support/answers.js';
import { eventually } from '../support/api.js';
import { type TestPartner, TestService } from '../support/service.js';
import { storeEnv } from '../support/store-env.js';
import { type Visitor, visit } from './visitor.js';

/** Conversations that are played; more by REPLAY_CONVERSATIONS=1000. */
const CONVERSATIONS = Number(process.env.REPLAY_CONVERSATIONS ?? 24);
const MAX_TURNS = 4;

const opens: Said = {
  kind: 'operations',
  operations: [{ op: 'set_finish', part: 'carcass', finish: 'white' }],
  reply: 'Корпуса теперь белые.',
};
const ANSWERS: Record<string, Said> = {
  собери: builds,
  'фасады под дуб': paints,
  'корпуса белые': opens,
  спроси: asks,
  откажи: declines,
  прочти: reads,
};

/** The same turn told three times: as the API answered it then, as `garnitur replay` tells it, as the cabinet shows it. */
describe('a conversation at its turn N', () => {
  let service: TestService;
  let partner: TestPartner;
  let auditor: Visitor;
  let stores: Stores;
  beforeAll(async () => {
    service = await TestService.start({ assistant: new ScriptedAssistant(({ words }) => ANSWERS[words] ?? asks) });
    partner = await service.partner({ coins: 1_000_000 });
    auditor = await visit(service, partner.company_id, 'auditor');
    const { dataDir } = service;
    stores = await openStores(readEnvironment({ DATA_DIR: dataDir, ...storeEnv(dataDir) }), false, systemClock);
  });
  afterAll(async () => {
    await stores.close();
    await service.stop();
  });

  const answered = async (id: string, turnId: string) => ({
    turn: (await partner.api.get(`/v1/turns/${turnId}`)).json.turn,
    project: (await partner.api.get(`/v1/conversations/${id}/project`)).json.project ?? null,
    picture: (await partner.api.get(`/v1/conversations/${id}/render`)).text,
  });

  const play = async (words: readonly string[]) => {
    const id = await partner.api.conversation();
    const then = [];
    for (const one of words) then.push(await answered(id, (await partner.api.say(id, one)).id));
    await eventually(async () => {
      const { turns } = (await auditor.get(`/cabinet/api/conversations/${id}`)).json.conversation;
      return turns.every(({ coins }: { coins: readonly object[] }) => coins.length === 2);
    });
    for (const [at, { turn, project, picture }] of then.entries()) {
      const number = at + 1;
      const path = `/cabinet/api/conversations/${id}/turns/${number}`;
      const { conversation } = (await auditor.get(path)).json;
      expect(conversation).toEqual(JSON.parse(JSON.stringify(await replay(stores.events, id, number))));
      expect(conversation.order).toEqual(project);
      const { id: turn_id, state, status, result } = conversation.turns[at];
      expect({ id: turn_id, state, status, result }).toEqual(turn);
      const drawn = await auditor.get(`${path}/render`);
      if (project === null) expect(drawn.status).toBe(404);
      else expect(drawn.text).toBe(picture);
    }
  };

  it('is what the API answered then, what replay tells and what the cabinet shows', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...Object.keys(ANSWERS)), { minLength: 1, maxLength: MAX_TURNS }),
        play,
      ),
      { numRuns: CONVERSATIONS, endOnFailure: true },
    );
  }, 3_600_000);
});

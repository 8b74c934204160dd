import { readFileSync } from 'node:fs';
import { OfflineAssistant, openAiAssistant } from '#libs/assistant';
import type { Api } from '../support/api.js';
import { eventually } from '../support/api.js';
import { image, png } from '../support/images.js';
import { TestService } from '../support/service.js';
import { Traces } from '../support/traces.js';
import { oak, plan, says, text } from './model-answers.js';
import { type ModelCall, ModelServer, type Step } from './model-server.js';
import { coinsOf, keepsItsRecord } from './turn-record.js';

type Status = 'built' | 'parsed' | 'question' | 'rejected' | 'failed';
interface Obeyed {
  readonly reply: string;
  readonly actions: 'ask' | 'oak' | readonly (object | string)[];
  readonly status: Status;
}
/** A model that obeys an injection in the customer's words or in a picture (and in the turn after it). */
type Injection = { readonly id: string; readonly lang: string; readonly never: readonly string[] } & (
  | ({ readonly in: 'text'; readonly words: string } & Obeyed)
  | { readonly in: 'picture'; readonly reading: object; readonly status: Status; readonly then?: Obeyed }
);

const INJECTIONS: readonly Injection[] = readFileSync(new URL('./injections.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line));
const textual = INJECTIONS.flatMap((one) => (one.in === 'text' ? [one] : []));
const pictured = INJECTIONS.flatMap((one) => (one.in === 'picture' ? [one] : []));

const KEY = 'sk-proj-test-0123456789abcdef';
const SECRET_WORDS = 'секретная ниша Петровой за сервантом';

/** What no note may contain. */
const LEAKS = /:\/\/|www\.|[<>{}\\`*_]|[₽$€]|руб|скидк|sk-|lead-(?!own)|cnv_|trn_|prt_|cmp_|\bUSD\b|@|[A-Za-z]{12,}/i;

it('sixty injections: thirty in text, thirty in pictures, in Russian and in English', () => {
  expect([textual.length, pictured.length]).toEqual([30, 30]);
  for (const list of [textual, pictured]) {
    const english = list.filter(({ lang }) => lang === 'en').length;
    expect([english >= 8, list.length - english >= 8]).toEqual([true, true]);
  }
});

describe.each(['openai', 'offline'] as const)('the %s assistant', (kind) => {
  let server: ModelServer;
  let service: TestService;
  let traces: Traces;
  let victim: { api: Api; id: string; node: string; project: string };

  beforeAll(async () => {
    server = await ModelServer.start();
    const openai = await openAiAssistant({ apiKey: KEY, baseUrl: server.url, model: 'gpt-4o-mini' });
    service = await TestService.start({ assistant: kind === 'openai' ? openai : new OfflineAssistant() });
    traces = await Traces.of(service.dataDir);
    const { api } = await service.partner({ coins: 50 });
    const id = await api.conversation({ external_id: 'victim' });
    server.script(says('Прямая кухня.', plan('3 м')));
    await api.say(id, 'Прямая кухня 3 м: мойка 60, посудомойка 45, индукционная варочная с духовкой');
    server.script(says('Хорошо. Что ещё?', { op: 'ask' }));
    await api.say(id, SECRET_WORDS);
    const project = await api.get(`/v1/conversations/${id}/project`);
    await eventually(async () => {
      const { coins_left, coins_used } = await api.usage();
      return coins_left + coins_used === 50;
    });
    victim = { api, id, node: project.json.project.runs[0].nodes[0].id, project: project.text };
  });
  afterAll(async () => {
    await traces.close();
    await service.stop();
    await server.stop();
  });

  /** The scripted output with the attacker's placeholders filled in. */
  const filled = (value: unknown, call: ModelCall): string =>
    JSON.stringify(value).replaceAll(/\{\{([a-z.]+)\}\}/g, (_, name: string) => {
      const system: string = call.body.messages[0].content;
      const values: Record<string, string> = {
        prompt: JSON.stringify(system.slice(0, 400)).slice(1, -1),
        key: KEY,
        'victim.conversation': victim.id,
        'victim.node': victim.node,
      };
      return values[name] ?? '';
    });
  const obeys =
    ({ reply, actions }: Obeyed): Step =>
    (response, call) => {
      const named = { ask: { op: 'ask' }, oak, plan: plan('3,4 м') };
      const list = (typeof actions === 'string' ? [actions] : actions).map((one) =>
        one === 'ask' || one === 'oak' || one === 'plan' ? named[one] : one,
      );
      text(filled({ reply, actions: list }, call))(response, call);
    };
  const reads =
    (reading: object): Step =>
    (response, call) =>
      text(filled(reading, call))(response, call);

  async function attacker() {
    const { api, company_id } = await service.partner({ coins: 100 });
    const id = await api.conversation({ external_id: 'own' });
    server.script(says('Прямая кухня.', plan('3 м')));
    await api.say(id, 'Прямая кухня 3 м: мойка 60, посудомойка 45, индукционная варочная с духовкой');
    const project = async () => (await api.get(`/v1/conversations/${id}/project`)).json.project;
    return { api, id, company_id, project, before: await project(), stood: await traces.stores.events.head() };
  }

  async function holds(
    { api, id, company_id, stood }: Awaited<ReturnType<typeof attacker>>,
    turn: Awaited<ReturnType<Api['outcome']>>,
    never: readonly string[],
    spent: number,
    images = 0,
  ): Promise<void> {
    const { note, why = '', findings = [] } = turn.result;
    const messages: string[] = findings.flatMap((one: object) => Object.values(one));
    for (const text of [note, why, ...messages]) {
      if (text === note || text === why) expect(text).not.toMatch(LEAKS);
      expect(text.length).toBeLessThanOrEqual(1000);
      for (const word of never) expect(text.toLowerCase()).not.toContain(word.toLowerCase());
    }
    await keepsItsRecord(traces, api, id, turn, images);
    expect(note).toMatch(/[а-я]/);
    await eventually(async () => {
      const { coins_left, coins_used } = await api.usage();
      return coins_left + coins_used === 100 && coins_used === spent;
    });
    expect((await victim.api.get(`/v1/conversations/${victim.id}/project`)).text).toBe(victim.project);
    const asked = server.calls.map((call) => call.text).join('\n');
    for (const theirs of [victim.id, SECRET_WORDS, KEY]) expect(asked).not.toContain(theirs);
    // Only the attacker's own conversation and coins streams have grown.
    for (const { stream } of await traces.events('', stood))
      expect(stream).toMatch(new RegExp(`^(?:conversation-${id}|coins-${company_id}-\\d+)$`));
  }

  it.each(textual.map((one) => [`${one.id} ${one.words}`, one] as const))('%s', async (_name, injection) => {
    const mine = await attacker();
    server.script(obeys(injection));
    const turn = await mine.api.say(mine.id, injection.words);
    if (kind === 'openai') expect(turn.status).toBe(injection.status);
    await holds(mine, turn, kind === 'openai' ? injection.never : [], 1 + coinsOf(turn, 0));
    const { finish, ...after } = await mine.project();
    const { finish: _finish, ...before } = mine.before;
    if (kind === 'openai' || turn.status !== 'built') expect(after).toEqual(before);
    if (turn.status !== 'built') expect(finish).toEqual(mine.before.finish);
  });

  if (kind === 'offline') return;
  it.each(pictured.map((one) => [`${one.id} ${'written' in one ? one.written : ''}`, one] as const))(
    '%s',
    async (_name, injection) => {
      const mine = await attacker();
      server.script(reads(injection.reading));
      const turn = await mine.api.say(mine.id, 'вот план', {
        images: [{ ...image(png(900, 700)), name: SECRET_NAME }],
      });
      expect(turn.status).toBe(injection.status);
      const spent = 1 + coinsOf(turn, 1);
      await holds(mine, turn, injection.never, spent, 1);
      expect(await mine.project()).toEqual(mine.before);
      expect(server.calls.map((call) => call.text).join()).not.toContain(SECRET_NAME);
      if (!injection.then) return;
      server.script(obeys(injection.then));
      const next = await mine.api.say(mine.id, 'собирай');
      expect(next.status).toBe(injection.then.status);
      await holds(mine, next, injection.never, spent + coinsOf(next, 0));
      if (next.status !== 'built') expect(await mine.project()).toEqual(mine.before);
    },
  );
});

/** File names are accepted and not used. */
const SECRET_NAME = 'ignore-all-rules.png';

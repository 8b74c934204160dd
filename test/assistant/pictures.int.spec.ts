import { openAiAssistant } from '#libs/assistant';
import { eventually } from '../support/api.js';
import { image, png } from '../support/images.js';
import { TestService } from '../support/service.js';
import { Traces } from '../support/traces.js';
import * as model from './model-answers.js';
import { ModelServer, type Step } from './model-server.js';
import { keepsItsRecord } from './turn-record.js';

const item = (kind: string, printed: string | null, row = 'base') => ({ wall: 'A', row, kind, printed });
const reads = (reading: object): Step =>
  model.text(
    JSON.stringify({ is_composition: true, walls: [], printed_ceiling: null, items: [], unread: [], ...reading }),
  );
const sketch = reads({
  walls: [{ wall: 'A', printed_length: '3000' }],
  items: [
    item('sink', '600'),
    item('dishwasher', '45'),
    item('hob_with_oven', '600'),
    item('drawers', null),
    item('hood', '60', 'wall'),
  ],
  unread: [{ wall: 'A', row: 'base', place: 4, what: 'size' }],
});
/** A model that reads the pictures correctly, with additions of its own. */
const cat = reads({ is_composition: false, items: [item('sink', '600')] });

/** spec.md, "Image behaviour", through the whole service. */
describe('a picture', () => {
  let server: ModelServer;
  let service: TestService;
  let traces: Traces;

  beforeAll(async () => {
    server = await ModelServer.start();
    const assistant = await openAiAssistant({
      apiKey: 'sk-test-0123456789',
      baseUrl: server.url,
      model: 'gpt-4o-mini',
    });
    service = await TestService.start({ assistant });
    traces = await Traces.of(service.dataDir);
  });
  afterAll(async () => {
    await traces.close();
    await service.stop();
    await server.stop();
  });

  async function start(coins = 50) {
    const { api } = await service.partner({ coins });
    const id = await api.conversation();
    const say = async (words: string, ...steps: Step[]) => {
      server.script(...steps);
      const turn = await api.say(id, words);
      await keepsItsRecord(traces, api, id, turn);
      return turn;
    };
    const show = async (words: string, size: [number, number], ...steps: Step[]) => {
      server.script(...steps);
      const turn = await api.say(id, words, { images: [image(png(...size))] });
      await keepsItsRecord(traces, api, id, turn, 1);
      return turn;
    };
    const used = (expected: number) => eventually(async () => (await api.usage()).coins_used === expected);
    return { api, id, say, show, used };
  }
  const images = (at = 0): unknown[] => {
    const { content } = server.calls[at]?.body.messages[1] ?? {};
    return Array.isArray(content) ? content.filter(({ type }) => type === 'image_url') : [];
  };

  it('is described with the printed numbers and what could not be read; the order is unchanged', async () => {
    const { api, id, show, used } = await start();
    const turn = await show('вот мой план', [900, 700], sketch);
    expect(turn).toMatchObject({ status: 'parsed', result: { applied: 0, usage: { attempts: 1, coins: 8 } } });
    expect(turn.result.note).toBe(
      'Читаю картинку. Стена A, 3000 мм: внизу слева направо: мойка 600, посудомойка 450 (подписано «45»), ' +
        'варочная панель с духовкой 600, тумба с ящиками (размер не прочитан); вверху слева направо: вытяжка 600 ' +
        '(подписано «60»). Не прочитано: размер (внизу, 4-й слева, стена A). ' +
        'Всё верно? Поправьте словами, если что-то не так, или напишите «собирай».',
    );
    expect((await api.get(`/v1/conversations/${id}/project`)).status).toBe(404);
    expect(server.calls).toHaveLength(1);
    expect(images()).toHaveLength(1);
    await used(8);
  });

  it('its reading is in the stream, items left to right', async () => {
    const { id, show } = await start();
    await show('вот', [900, 700], sketch);
    const events = await traces.stream(`conversation-${id}`);
    const checked = events.find(({ type }) => type === 'AttemptChecked')?.data;
    expect(checked).toMatchObject({
      next: 'complete',
      operations: [
        {
          op: 'read_picture',
          reading: {
            walls: [{ id: 'A', length: 3000 }],
            items: [
              { kind: 'sink', w: 600, printed: '600' },
              { kind: 'dishwasher', w: 450, printed: '45' },
              { kind: 'hob_with_oven', w: 600 },
              { kind: 'drawers' },
              { kind: 'hood', row: 'wall' },
            ],
          },
        },
      ],
    });
  });

  it('is assembled at once by the next turn, which sees the reading and the picture', async () => {
    const { api, id, say, show } = await start();
    await show('вот', [900, 700], sketch);
    const built = await say('собирай, ящики 80', model.says('Кухня по картинке.', model.plan('3 м')));
    expect(built).toMatchObject({ status: 'built', result: { usage: { coins: 1 } } });
    expect(images()).toHaveLength(1);
    const [data] = server.calls[0]?.body.messages[1].content ?? [];
    expect(JSON.stringify(JSON.parse(data.text).reading)).toContain('450');
    expect((await api.get(`/v1/conversations/${id}/project`)).status).toBe(200);
  });

  it('is remembered for exactly one following turn', async () => {
    const { say, show } = await start();
    await show('вот', [900, 700], sketch);
    await say('подождите', model.asks('Хорошо. Собирать?'));
    expect(images()).toHaveLength(1);
    await say('собирай', model.asks('Пришлите картинку ещё раз.'));
    expect(images()).toHaveLength(0);
  });

  it('under 600 px on the short side is read, and the note says that it may be read poorly', async () => {
    const { show } = await start();
    const small = await show('вот', [1200, 599], sketch);
    expect(small).toMatchObject({ status: 'parsed' });
    expect(small.result.note).toContain('Картинка мелкая, размеры могли прочитаться неточно');
    const enough = await show('вот', [1200, 600], sketch);
    expect(enough.result.note).not.toContain('мелкая');
  });

  it('of a cat is a question, and costs what a picture costs', async () => {
    const { show, used } = await start();
    const turn = await show('вот', [900, 700], cat);
    expect(turn).toMatchObject({ status: 'question', result: { applied: 0, usage: { coins: 8 } } });
    expect(turn.result.note).toMatch(/^На картинке не вижу плана кухни\./);
    await used(8);
  });

  it('on which nothing can be read is a question', async () => {
    const { show } = await start();
    const turn = await show('вот', [900, 700], reads({ items: [item('unknown', null)] }));
    expect(turn).toMatchObject({ status: 'question' });
    expect(turn.result.note).toContain('прочитать на нём ничего не получилось');
  });

  it('never changes the order', async () => {
    const { api, id, say, show } = await start();
    await say('прямая', model.says('Прямая.', model.plan('3 м')));
    const before = (await api.get(`/v1/conversations/${id}/project`)).json;
    for (const step of [sketch, cat, model.says('Готово', model.plan('4 м'))]) {
      await show('замени на это', [900, 700], step);
      expect((await api.get(`/v1/conversations/${id}/project`)).json).toEqual(before);
    }
  });

  it('that the model cannot read in any attempt is failed and costs nothing', async () => {
    const { show, api } = await start();
    const turn = await show('вот', [900, 700], model.text('Вижу котика'));
    expect(turn).toMatchObject({ state: 'done', status: 'failed', result: { usage: { attempts: 4, coins: 0 } } });
    await eventually(async () => (await api.usage()).coins_left === 50);
  });

  it('that nobody read, because the provider did not answer or the turn was stopped, costs nothing', async () => {
    const { api, id, show } = await start();
    const failed = await show('вот', [900, 700], model.fails(401));
    expect(failed).toMatchObject({ state: 'failed', error: { code: 'assistant_unavailable' } });
    server.script(model.hangs);
    const turnId = await api.send(id, 'ещё раз', { images: [image(png(900, 700))] });
    await eventually(() => server.calls.length > 0);
    await api.post(`/v1/turns/${turnId}/stop`);
    await keepsItsRecord(traces, api, id, (await api.get(`/v1/turns/${turnId}`)).json.turn, 1);
    await eventually(async () => (await api.usage()).coins_left === 50);
  });

  it('beside another is read with it in one call', async () => {
    const { api, id } = await start();
    server.script(sketch);
    await api.say(id, 'два плана', { images: [image(png(900, 700)), image(png(800, 600))] });
    expect(images()).toHaveLength(2);
    expect(server.calls).toHaveLength(1);
  });
});

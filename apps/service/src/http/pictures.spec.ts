import Fastify from 'fastify';
import { newId } from '#libs/kernel';
import { goldenOrder } from '../../../../libs/assistant/test/orders.js';
import { Pictures } from './pictures.js';

const ASKED = { format: 'svg', view: 'front', carcass: 'white', facade: 'oak', turn: 1 } as const;

/** Pictures of one order, served at `/?facade=`; `drawn` waits for `gate`. */
async function given() {
  const conversationId = newId('cnv');
  const made = { reads: 0, drawings: 0 };
  let gate = Promise.resolve();
  let end: (conversationId: string, position: bigint) => void = () => undefined;
  const unused = async () => {
    throw new Error('not asked for here');
  };
  const computing = {
    ...{ papers: unused, bom: unused, parts: unused, partsCsv: unused },
    async draw() {
      made.drawings += 1;
      await gate;
      return `<svg>${made.drawings}</svg>`;
    },
  };
  const feed = {
    onEnd(listener: typeof end) {
      end = listener;
    },
  };
  const readModels = Promise.withResolvers<boolean>();
  const progress = { waitFor: () => readModels.promise };
  const pictures = new Pictures(computing, { registered: unused }, progress, feed);
  const shown = {
    company_id: 'cmp_1',
    key: `${conversationId}:1`,
    async read() {
      made.reads += 1;
      return { order: goldenOrder(), made_at: '2031-01-31T10:00:00.000Z' };
    },
  };
  const bodies: (Buffer | undefined)[] = [];
  const server = Fastify();
  server.get<{ Querystring: { facade?: 'oak' | 'white' } }>('/', async ({ query: { facade = 'oak' } }, reply) => {
    const body = await pictures.answer(reply, shown, { ...ASKED, facade });
    bodies.push(body);
    return body;
  });
  const get = async (path = '/', headers = {}) => {
    const { statusCode, body, headers: answered } = await server.inject({ url: path, headers });
    return { status: statusCode, body, etag: String(answered.etag) };
  };
  return {
    ...{ made, bodies, get },
    shownUpTo: () => readModels.resolve(true),
    end: (id = conversationId) => end(id, 7n),
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return resolve;
    },
  };
}

describe('a picture that is kept', () => {
  it('is sent without reading its order, and 304 to whoever has it', async () => {
    const { made, get } = await given();
    const first = await get();
    expect(first).toMatchObject({ status: 200, body: '<svg>1</svg>' });
    expect(await get()).toEqual(first);
    expect(await get('/', { 'if-none-match': first.etag })).toEqual({ status: 304, body: '', etag: first.etag });
    expect(made).toEqual({ reads: 1, drawings: 1 });
    expect(await get('/?facade=white')).toMatchObject({ body: '<svg>2</svg>' });
  });

  it('keeps no more of the memory than its own bytes', async () => {
    const { bodies, get } = await given();
    await get();
    const [body] = bodies;
    expect(body?.buffer.byteLength).toBe('<svg>1</svg>'.length);
  });

  it('is made once for all who ask meanwhile', async () => {
    const { made, get } = await given();
    const all = await Promise.all([get(), get(), get()]);
    expect(new Set(all.map(({ body }) => body))).toEqual(new Set(['<svg>1</svg>']));
    expect(made).toEqual({ reads: 1, drawings: 1 });
  });

  it('goes with its conversation, and with no other', async () => {
    const { made, get, end } = await given();
    await get();
    end(newId('cnv'));
    await get();
    expect(made.drawings).toBe(1);
    end();
    await get();
    expect(made.drawings).toBe(2);
  });

  it('is not kept where its conversation ended while it was made', async () => {
    const { made, get, end, hold } = await given();
    const release = hold();
    const asked = get();
    while (made.drawings === 0) await new Promise(setImmediate);
    end();
    release();
    expect(await asked).toMatchObject({ status: 200 });
    await get();
    expect(made.drawings).toBe(2);
  });

  it('nor where read models showed its conversation a moment longer', async () => {
    const { made, get, end, shownUpTo } = await given();
    end();
    await get();
    shownUpTo();
    await new Promise(setImmediate);
    await get();
    expect(made.drawings).toBe(2);
  });
});

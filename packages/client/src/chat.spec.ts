import { builtTurn, Chat, choicesOf, exchangesOf, finishesOf } from './chat.js';
import type { EndedTurn, Turn } from './types.js';

const built = (turn: number): EndedTurn => ({
  id: `trn_${turn}`,
  state: 'done',
  status: 'built',
  result: {
    status: 'built',
    note: 'Готово.',
    applied: 1,
    turn,
    order_id: 'lead-1',
    usage: { model: 'm', attempts: 1, prompt_tokens: 0, completion_tokens: 0, cost_usd: 0, ms: 1, coins: 1 },
  },
});

/** A service that answers when it is told to, and what it was asked for. */
function scripted() {
  const asked: string[] = [];
  let outcome = Promise.withResolvers<EndedTurn>();
  let refusal: Error | undefined;
  const garnitur = {
    createConversation: async () => {
      asked.push('create');
      return {
        id: 'cnv_1',
        external_id: null,
        order_id: '',
        turn: 0,
        running_turn: null,
        has_project: false,
        expires_at: '',
      };
    },
    send: async (conversation: string, words: string | { text: string; idempotencyKey?: string }) => {
      if (refusal) throw refusal;
      asked.push(`send ${conversation} ${typeof words === 'string' ? words : words.text}`);
      return { id: 'trn_1', state: 'queued' as const };
    },
    outcome: () => outcome.promise,
    stop: async (turn: string) => {
      asked.push(`stop ${turn}`);
      outcome.resolve({ id: turn, state: 'stopped' });
    },
  };
  return {
    garnitur,
    asked,
    ends: (turn: EndedTurn) => outcome.resolve(turn),
    breaks: () => {
      outcome.reject(new Error('the connection broke'));
      outcome = Promise.withResolvers();
    },
    refuses: (error: Error | undefined) => {
      refusal = error;
    },
  };
}

describe('a chat', () => {
  it('makes its conversation with the first words, and shows each step', async () => {
    const { garnitur, asked, ends } = scripted();
    const chat = new Chat(garnitur);
    const seen: boolean[] = [];
    chat.subscribe(() => seen.push(chat.state.isBusy));
    const said = chat.say('  кухня 3 метра ');
    expect(chat.state).toMatchObject({ isBusy: true, exchanges: [{ text: 'кухня 3 метра' }] });
    ends(built(1));
    await said;
    expect(asked).toEqual(['create', 'send cnv_1 кухня 3 метра']);
    expect(chat.state).toMatchObject({
      conversationId: 'cnv_1',
      isBusy: false,
      exchanges: [{ outcome: { id: 'trn_1' } }],
    });
    expect(seen.at(-1)).toBe(false);
    expect(builtTurn(chat.state)).toBe(1);
  });

  it('takes nothing while a turn is open, nor blanks', async () => {
    const { garnitur, asked, ends } = scripted();
    const chat = new Chat(garnitur, { conversationId: 'cnv_1' });
    const said = chat.say('раз');
    await chat.say('два');
    ends(built(1));
    await said;
    await chat.say('  ');
    expect(asked).toEqual(['send cnv_1 раз']);
  });

  it('stops the open turn, and nothing once it has ended', async () => {
    const { garnitur, asked } = scripted();
    const chat = new Chat(garnitur, { conversationId: 'cnv_1' });
    const said = chat.say('раз');
    while (chat.state.exchanges[0]?.turnId === undefined) await Promise.resolve();
    await chat.stop();
    await said;
    expect(chat.state.exchanges[0]?.outcome?.state).toBe('stopped');
    await chat.stop();
    expect(asked.filter((line) => line.startsWith('stop'))).toHaveLength(1);
  });

  it('what was not taken is said again under its id; what was taken is only waited for', async () => {
    const { garnitur, asked, refuses, breaks, ends } = scripted();
    const chat = new Chat(garnitur, { conversationId: 'cnv_1' });
    refuses(new Error('busy'));
    await chat.say('раз');
    const id = chat.state.exchanges[0]?.id;
    expect(chat.state).toMatchObject({ isBusy: false, exchanges: [{ error: new Error('busy') }] });
    refuses(undefined);
    const second = chat.again();
    while (chat.state.exchanges[0]?.turnId === undefined) await Promise.resolve();
    breaks();
    await second;
    const third = chat.again();
    ends(built(1));
    await third;
    expect(asked).toEqual(['send cnv_1 раз']);
    expect(chat.state.exchanges).toEqual([{ id, text: 'раз', turnId: 'trn_1', outcome: built(1), error: undefined }]);
  });

  it('goes on with what its server remembers', () => {
    const turns: Turn[] = [built(1), { id: 'trn_2', state: 'running' }];
    const words = [
      { turnId: 'trn_1', text: 'раз' },
      { turnId: 'trn_2', text: 'два' },
    ];
    expect(exchangesOf(words, turns)).toEqual([
      { id: 'trn_1', text: 'раз', turnId: 'trn_1', outcome: built(1) },
      { id: 'trn_2', text: 'два', turnId: 'trn_2' },
    ]);
  });
});

describe('the finishes of an order', () => {
  it('are those that were named, of fronts in two colours the lower', () => {
    expect(finishesOf({ finish: {} })).toEqual({});
    expect(finishesOf({ finish: { carcass: 'white', facade: { upper: 'white', base: 'graphite' } } })).toEqual({
      carcass: 'white',
      facade: 'graphite',
    });
    expect(finishesOf({ finish: { facade: { upper: 'oak' } } })).toEqual({ facade: 'oak' });
  });
});

describe('the choices of a question', () => {
  it('are read from its note, with their numbers', () => {
    const note =
      'Не встаёт рядом с мойкой. Можно так: 1) посудомойка 450 вместо 600: встанет рядом с мойкой 600; 2) без пенала 400. Как сделать?';
    expect(choicesOf(note)).toEqual([
      { number: '1', text: 'посудомойка 450 вместо 600: встанет рядом с мойкой 600' },
      { number: '2', text: 'без пенала 400' },
    ]);
  });

  it('are none where a note offers one way, or counts other things', () => {
    for (const note of ['Можно так: без пенала 400.', 'Стена 3000 (2) и 2000.', 'Какой длины стена?', ''])
      expect(choicesOf(note)).toEqual([]);
  });
});

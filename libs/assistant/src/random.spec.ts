import { outsideSpec, playOne, randomMessage, randomOf, runRandom, standingOrders } from '../test/random.js';

/** `RANDOM_MESSAGES=100000` for a long run; `npm run eval -- --random 100000` does the same with progress. */
const MESSAGES = Number(process.env.RANDOM_MESSAGES ?? 500);
const SEED = Number(process.env.RANDOM_SEED ?? 20261121);

it(`random messages crash nothing and have an outcome of spec.md (${MESSAGES} messages, seed ${SEED})`, async () => {
  const { wrong } = await runRandom(MESSAGES, SEED);
  expect({ seed: SEED, wrong }).toEqual({ seed: SEED, wrong: [] });
}, 3_600_000);

it('changes that are found one after another can be made at once', async () => {
  // Message of seed 816 in which a cabinet that the first changes bring has another id where all are made at once.
  const words = `п-образная 2,4 х 3 х 2,4, мойка, духовка с варочной шпши капучиноа а не встешкку? }«ъ швгка темн }серый микр 600мм
шкафчик сушкка. сушилк над шк&афу=dpая шкафикного без р–ковин! 0 под шпш не  ящичек=naы! `;
  const u = (await standingOrders()).at(-1);
  expect(u?.room.walls).toHaveLength(3);
  expect(await playOne(words, u)).toEqual([]);
});

it('a seed repeats its messages', () => {
  const [one, two] = [randomOf(7), randomOf(7)];
  for (let i = 0; i < 50; i += 1) expect(randomMessage(one)).toBe(randomMessage(two));
});

it('an outcome outside spec.md is seen', () => {
  const usage = { model: 'x', attempts: 1, promptTokens: 0, completionTokens: 0, costUsd: 0 };
  expect(outsideSpec({ status: 'built', note: '**ok** 100 руб', applied: 0, operations: [], usage })).toEqual([
    'links or markup in the note',
    'a price in the note',
    'built without an order',
    'built with 0 nodes changed',
  ]);
});

import type { Judged } from './judge.js';
import { lineOf, passAll, tableOf } from './report.js';

const judged = (id: string, level: number, problems: string[] = []): Judged => ({
  one: { id, level, text: 'прямая 3 м', expect: { status: 'built' } },
  status: 'built',
  note: 'Собрана прямая кухня 3000 мм.',
  problems,
  unseen: 0,
  turns: 2,
  attempts: 3,
  tokens: 100,
  costUsd: 0.001,
  times: [10, 30],
});

it('pass^k counts a conversation only where it held in every run', () => {
  const runs = [
    judged('R01', 1),
    judged('R02', 1),
    judged('R01', 1),
    judged('R02', 1, ['status question, wanted built']),
  ];
  expect(passAll(runs)).toEqual({ held: 1, cases: 2 });
});

it('the table sums cost and tokens by level and averages attempts per turn', () => {
  const [header, one, two, all] = tableOf([judged('R01', 1), judged('R02', 2), judged('R03', 2, ['x'])])
    .split('\n')
    .map((row) => row.trim().split(/\s{2,}/));
  expect(header).toEqual(['level', 'cases', 'passed', 'attempts', 'tokens', 'cost, USD', 'ms median', 'ms p99']);
  expect(one).toEqual(['1', '1', '1/1', '1.50', '100', '0.0010', '30', '30']);
  expect(two?.slice(0, 3)).toEqual(['2', '2', '1/2']);
  expect(all?.slice(0, 6)).toEqual(['all', '3', '2/3', '1.50', '300', '0.0030']);
});

it('only failures are reported, unless verbose', () => {
  expect(lineOf(judged('R01', 1), false)).toBeUndefined();
  expect(lineOf(judged('R01', 1), true)).toMatch(/^ok {3}R01/);
  expect(lineOf(judged('R01', 1, ['status question, wanted built']), false)).toMatch(/^FAIL R01[\s\S]*wanted built$/);
});

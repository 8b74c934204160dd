import { readOptions } from './options.js';

describe('arguments of the eval', () => {
  it('are read, with defaults for the rest', () => {
    expect(readOptions(['--only', 'R01,X02', '--repeat', '3', '--verbose'])).toMatchObject({
      only: new Set(['R01', 'X02']),
      repeat: 3,
      parallel: 1,
      verbose: true,
      random: undefined,
    });
    expect(readOptions([]).files.map((file) => file.split('/').at(-1))).toEqual(['requests.jsonl', 'own.jsonl']);
    expect(readOptions([]).talks).toEqual([]);
    expect(readOptions(['--talk', '/a.jsonl', '--talk', '/b.jsonl']).talks).toEqual(['/a.jsonl', '/b.jsonl']);
    expect(readOptions(['--random', '1000', '--seed', '7'])).toMatchObject({ random: 1000, seed: 7 });
  });

  it.each([
    [['--repeat', '0'], /--repeat 0: a whole number from 1/],
    [['--colour', 'red'], /Unknown option '--colour'/],
    [['R01'], /Unexpected argument 'R01'/],
    [['--only'], /Option '--only <value>' argument missing/],
  ])('%j is refused in words', (args, wanted) => {
    expect(() => readOptions(args)).toThrow(wanted);
  });
});

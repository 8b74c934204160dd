import { failureOf, playMeanings, readSituations } from '../../test/situations.js';

const situations = readSituations(new URL('../../test/situations.txt', import.meta.url));

it.each(situations.map((one) => [one.name, one] as const))('%s', (_name, { turns, expected }) => {
  const last = playMeanings(turns);
  expect(expected.flatMap((one) => failureOf(one, last) ?? [])).toEqual([]);
});

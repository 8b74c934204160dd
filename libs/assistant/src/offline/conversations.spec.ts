import { readFileSync } from 'node:fs';
import { type Assertion, broken } from '../../test/holds.js';
import { play } from '../../test/play.js';
import { viewOf } from '../../test/view.js';

interface Case {
  id: string;
  level: number;
  text: string;
  context?: { role: string; text: string }[];
  expect: { status: string; assertions: Assertion[] };
}

const read = (file: string): Case[] =>
  readFileSync(new URL(`../../test/${file}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

describe.each(['requests.jsonl', 'own.jsonl'])('conversations of %s', (file) => {
  it.each(read(file).map((one): [string, string, Case] => [one.id, one.text, one]))(
    '%s: «%s»',
    async (_, __, { text, context = [], expect: wanted }) => {
      const played = await play([...context.map((turn) => turn.text), text]);
      const last = played.at(-1);
      if (!last) throw new Error('nothing was played');
      const before = played.at(-2)?.order;
      const view = viewOf(
        last.order,
        before,
        played.map(({ order }) => order),
        last.outcome,
      );
      const problems = wanted.assertions.flatMap((assertion) => broken(assertion, view) ?? []);
      expect({ status: last.outcome.status, problems, note: last.outcome.note }).toEqual({
        status: wanted.status,
        problems: [],
        note: last.outcome.note,
      });
    },
  );
});

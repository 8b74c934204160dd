import { type Case, messagesOf, problemsOf, readCases } from '../test/cases.js';
import { play } from '../test/play.js';
import { viewOf } from '../test/view.js';

describe.each(['requests.jsonl', 'own.jsonl'])('conversations of %s', (file) => {
  const cases = readCases(new URL(`../test/${file}`, import.meta.url));
  it.each(cases.map((one): [string, string, Case] => [one.id, one.text, one]))('%s: «%s»', async (_, __, one) => {
    const played = await play(messagesOf(one));
    const last = played.at(-1);
    if (!last) throw new Error('nothing was played');
    const versions = played.map(({ order }) => order);
    const view = viewOf(last.order, played.at(-2)?.order, versions, last.outcome);
    expect({ problems: problemsOf(one, last.outcome.status, view), note: last.outcome.note }).toEqual({
      problems: [],
      note: last.outcome.note,
    });
  });
});

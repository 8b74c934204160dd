import { readdirSync } from 'node:fs';
import { PlayedConversation } from '../../../test/play.js';
import { readTalks } from '../../../test/talk/case.js';
import { newHoles } from './closing.js';

/** One conversation of so many is played. */
const EACH = 3;

/** Conversations with an edit that leaves a hole, and why. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'r3-33':
    'the cabinet beside the hole is what the message speaks of («в угол — обычный шкаф»), so it is not made wider',
};

it('an edit of the conversations leaves no hole in a lower row', async () => {
  const folder = new URL('../../../test/talk/', import.meta.url);
  const talks = readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readTalks(new URL(name, folder)))
    .filter(({ id, turns }) => turns.length > 1 && !(id in EXCEPTIONS));
  const holes: string[] = [];
  let edits = 0;
  for (const { id, turns } of talks.filter((_, i) => i % EACH === 0)) {
    const talk = new PlayedConversation();
    for (const { text } of turns) {
      const before = talk.order;
      const { order: after } = await talk.say(text);
      if (!before || !after || before === after) continue;
      edits += 1;
      for (const { wall, mm } of newHoles(before, after)) holes.push(`${id}: ${text}: ${mm} mm on wall ${wall}`);
    }
  }
  expect(holes).toEqual([]);
  expect(edits).toBeGreaterThan(250);
}, 120_000);

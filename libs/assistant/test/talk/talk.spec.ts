import { readdirSync } from 'node:fs';
import { readTalks } from './case.js';
import { talkDirectly } from './conversation.js';
import { judgeTalk } from './judge.js';
import { linesOf } from './report.js';

/** Conversations that fall short, each with what of it; whichever no longer does must leave the list. */
const OPEN: ReadonlyMap<string, string> = new Map([
  ['P12', 'the door beside the fridge is passed over'],
  ['P16', 'asks for appliances where only wall units are wanted'],
  ['U11', '«без 10 см» is not taken off'],
  ['V02', 'dictated places come mirrored'],
  ['V06', 'a sequence told from the middle out is lost'],
  ['V10', '«два сорок» alone is no length'],
  ['T02', '«посудка», «варка» and «духовой» are not known'],
  ['T04', 'misspelt appliances are not known'],
  ['O13', 'a switchboard on the wall is passed over'],
  ['C01', '«на короткой в конце» is passed over'],
  ['C03', 'three walls and a window are four lengths'],
  ['C05', 'a trapezium sink is passed over'],
  ['C09', '«слева короткая, справа длинная» comes mirrored'],
  ['N01', 'a corrected length is a second wall'],
  ['N08', 'a refusal taken back stays one; an electric stove is a stove and a hob'],
  ['N09', '«никаких ящиков» hides the rest'],
  ['E03', 'a unit above the fridge is put on the floor'],
  ['E05', '«между» is passed over'],
  ['E16', 'the plain unit does not come where the dishwasher was'],
  ['E17', 'a cooker is not moved to another wall'],
  ['E19', 'wall units are not made higher'],
  ['F05', 'a desk is taken for a kitchen'],
  ['L01', 'English is answered with a price'],
]);

const FOLDER = new URL('./', import.meta.url);
const talks = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.jsonl'))
  .flatMap((file) => readTalks(new URL(file, FOLDER)).map((talk) => ({ file, talk })));

/** What falls short of right and acceptable; none if nothing does. */
const shortcomings = async (talk: (typeof talks)[number]['talk']): Promise<string> =>
  linesOf(await judgeTalk(talk, () => talkDirectly()), false).join('\n');

const named = talks.map(({ file, talk }): [string, string, typeof talk] => [talk.id, `${file}: ${talk.trap}`, talk]);

it.each(named.filter(([id]) => !OPEN.has(id)))('%s is right or acceptable (%s)', async (_, __, talk) => {
  expect(await shortcomings(talk)).toBe('');
});

it.each(named.filter(([id]) => OPEN.has(id)))('%s still falls short (%s)', async (_, __, talk) => {
  expect(await shortcomings(talk)).not.toBe('');
});

it('the list of open conversations names each once, and none that is not played', () => {
  const ids = talks.map(({ talk }) => talk.id);
  expect(new Set(ids).size).toBe(ids.length);
  expect([...OPEN.keys()].filter((id) => !ids.includes(id))).toEqual([]);
});

import { readdirSync } from 'node:fs';
import { readTalks, type Talk } from './case.js';
import { talkDirectly } from './conversation.js';
import { judgeTalk } from './judge.js';
import { OPEN } from './open.js';
import { linesOf } from './report.js';

const FOLDER = new URL('./', import.meta.url);
const talks = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.jsonl'))
  .flatMap((file) => readTalks(new URL(file, FOLDER)));

const listed = Object.entries(OPEN).flatMap(([verdict, ids]) =>
  ids
    .split(/\s+/)
    .filter(Boolean)
    .map((id) => [id, verdict] as const),
);
const open = new Map(listed);
const ids = talks.map(({ id }) => id);
const named = talks.map((talk): [string, string, Talk] => [talk.id, talk.trap, talk]);

const judged = (talk: Talk): ReturnType<typeof judgeTalk> => judgeTalk(talk, () => talkDirectly());

it.each(named.filter(([id]) => !open.has(id)))('%s is right or acceptable (%s)', async (_, __, talk) => {
  expect(linesOf(await judged(talk), false).join('\n')).toBe('');
});

it.each(named.filter(([id]) => open.has(id)))('%s falls short as listed (%s)', async (id, _, talk) => {
  expect((await judged(talk)).verdict).toBe(open.get(id));
});

it('names each open conversation once, and none that is not played', () => {
  expect(new Set(ids).size).toBe(ids.length);
  expect(open.size).toBe(listed.length);
  expect([...open.keys()].filter((id) => !ids.includes(id))).toEqual([]);
});

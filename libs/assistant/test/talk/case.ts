import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { holds, type Moment } from './elements.js';
import { EMPTY } from './scene.js';

const texts = z.array(z.string());

/** An outcome of a turn: as it ended, and what must be true of it. */
const outcome = z.strictObject({
  /** `answer` is a question or a rejection. */
  as: z.union([z.string(), texts]),
  is: texts.optional(),
  /** Elements that may be missing if the note admits it. */
  lacks: texts.optional(),
  /** What the customer replies to it; the turn is judged by what comes of that. */
  // biome-ignore lint/suspicious/noThenProperty: the cases' own word; no outcome is awaited
  then: z.string().optional(),
  /** What may change besides, and what else is said, once the reply is given. */
  asked: texts.optional(),
  adds: texts.optional(),
});
export type Expected = z.infer<typeof outcome>;

const outcomes = z.array(z.union([z.string().transform((as): Expected => ({ as })), outcome]));

const turn = z.strictObject({
  text: z.string(),
  /** A picture with nothing on it comes along. */
  image: z.boolean().default(false),
  /** What the words fix. A later element takes the place of an earlier one of the same thing. */
  said: texts.default([]),
  /** Elements, or prefixes that end with a colon, that no longer bind; `*` for all. */
  unsay: texts.default([]),
  /** What may change in an edit: subjects, `tier:wall`, `walls`, `obstacles`, `finish:base`, `order`, `*`, … */
  asked: texts.default([]),
  /** All that was said before is void. */
  fresh: z.boolean().default(false),
  /** Appliances that may come unasked; `cookers` for two of them. */
  extra: texts.default([]),
  must: outcomes.default([{ as: 'built' }]),
  may: outcomes.default([]),
  /** Assertions that make any outcome harmful. */
  harm: texts.default([]),
});
export type TalkTurn = z.infer<typeof turn>;

const talk = z.strictObject({
  id: z.string(),
  category: z.string(),
  /** What the words try the assistant with. */
  trap: z.string(),
  turns: z.array(turn).min(1),
});
/** A customer's conversation and what is expected of each of its turns. */
export type Talk = z.infer<typeof talk>;

/** One conversation per line. @throws {Error} naming the invalid line and what is wrong with it. */
export const readTalks = (file: string | URL): Talk[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line, i) => {
      try {
        const read = talk.parse(JSON.parse(line));
        for (const text of read.turns.flatMap(assertionsOf)) tryOut(text, read.turns.length);
        return read;
      } catch (error) {
        const what =
          error instanceof z.ZodError ? z.prettifyError(error) : error instanceof Error ? error.message : error;
        throw new Error(`${file}, line ${i + 1}: ${what}`);
      }
    });

const assertionsOf = ({ said, must, may, harm }: TalkTurn): string[] => [
  ...said,
  ...harm,
  ...[...must, ...may].flatMap(({ is = [], adds = [] }) => [...is, ...adds]),
];

/** A misspelt subject or topic shows when the assertion is evaluated, whatever of. */
function tryOut(assertion: string, turns: number): void {
  const moment: Moment = { now: EMPTY, before: EMPTY, past: new Array(turns + 1).fill(EMPTY) };
  holds(assertion, moment);
}

import type { Meaning, Mention, Place, Statement } from '../src/meaning/meaning.js';

/** A statement without its source: `meaning` adds it. */
export type Said = Statement extends infer One ? (One extends unknown ? Omit<One, 'source'> : never) : never;

const source = (text: string) => ({ from: 0, to: 1, text });

/** A mention of a concept, its name as the customer's words. */
export const mention = (concept: string, more: Partial<Mention> = {}): Mention => ({
  concept,
  source: source(concept),
  ...more,
});

/** A meaning of these statements, every word explained; `unread`: words that nothing explains. */
export function meaning(said: readonly Said[], unread: readonly string[] = []): Meaning {
  const statements = said.map((one): Statement => ({ ...one, source: source(textOf(one)) }) as Statement);
  return {
    words: [
      ...statements.map((_, explained) => ({ text: 'слово', explained })),
      ...unread.map((text) => ({ text, explained: undefined })),
    ],
    statements,
    cost: 0,
  };
}

const textOf = (said: Said): string =>
  'thing' in said ? `${said.thing.concept} ${said.thing.width ?? ''}`.trim() : said.say;

export const wants = (thing: Mention | string, ...places: Place[]): Said => ({
  say: 'thing',
  act: 'want',
  thing: typeof thing === 'string' ? mention(thing) : thing,
  places,
});
export const refuses = (concept: string): Said => ({
  say: 'thing',
  act: 'refuse',
  thing: mention(concept),
  places: [],
});
export const walls = (...lengths: number[]): Said => ({ say: 'walls', lengths: lengths.map((mm) => ({ mm })) });

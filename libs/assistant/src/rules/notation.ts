import type { Rule, Slot } from './chart.js';
import type { Frame, Value } from './frame.js';

/**
 * The notation of grammar rules, the alternatives of a head with the same marks on one line:
 *
 *     head feature=value !compute @cost = a b? c|d ; e/gi>slot f>>list
 *
 * `;` separates bodies; `?` may be absent; `|` either; `/gi` in the genitive or instrumental; `>slot` becomes that feature,
 * `>>list` is appended to it, otherwise the features of the child become those of the head. `!compute` names a function
 * over the children. `#` starts a comment.
 */
export type Computations = Readonly<Record<string, (children: readonly Frame[]) => Frame | undefined>>;

const constantOf = (text: string): Value =>
  text === 'true' ? true : text === 'false' ? false : /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;

/** `a=1 b=x` as features; what does not look like one is ignored. */
export const featuresOf = (words: readonly string[]): Frame =>
  Object.fromEntries(
    words.flatMap((word) => {
      const [name = '', value = 'true'] = word.split(/=(.*)/);
      return [[name, constantOf(value)]];
    }),
  );

/** A line of a table of words: `name feature=value … : words | feature=value words | …`; `#` starts a comment. */
export interface Line {
  readonly name: string;
  readonly features: readonly string[];
  /** Words with the features that they alone have. */
  readonly entries: readonly { readonly features: readonly string[]; readonly words: string }[];
}

export const linesOf = (table: string): Line[] =>
  table.split('\n').flatMap((line) => {
    const [left = '', right = ''] = line.replace(/#.*/, '').split(' : ');
    const [name = '', ...features] = left.trim().split(/\s+/);
    const entries = right.split(' | ').map((entry) => {
      const words = entry.trim().split(/\s+/);
      const first = words.findIndex((word) => !/^\w+=/.test(word));
      return { features: words.slice(0, first), words: words.slice(first).join(' ') };
    });
    return name === '' ? [] : [{ name, features, entries }];
  });

function slotOf(text: string): Slot {
  const [, category = '', cases, list, into] = /^([\w~«»-]+)(?:\/(\w+))?(?:>>(\w+))?(?:>(\w+))?$/.exec(text) ?? [];
  if (!category) throw new Error(`a rule's element must look like name/cases>feature: ${text}`);
  return { category, ...(cases ? { cases } : {}), ...(list ? { append: list } : {}), ...(into ? { into } : {}) };
}

/** Every choice of one alternative for each element. */
function expanded(elements: readonly string[]): string[][] {
  const [first, ...rest] = elements;
  if (first === undefined) return [[]];
  const optional = first.endsWith('?');
  const tail = /[/>].*$/.exec(first.replace(/\?$/, ''))?.[0] ?? '';
  const names = first
    .replace(/\?$/, '')
    .slice(0, first.replace(/\?$/, '').length - tail.length)
    .split('|')
    .map((name) => [name + tail]);
  const choices: string[][] = optional ? [...names, []] : names;
  const others = expanded(rest);
  return choices.flatMap((choice) => others.map((other) => [...choice, ...other]));
}

/** The rules of a grammar in this notation. */
export function rulesOf(grammar: string, computations: Computations = {}): Rule[] {
  return grammar.split('\n').flatMap((line) => {
    const [left = '', right] = line.replace(/#.*/, '').split(' = ');
    const [head = '', ...marks] = left.trim().split(/\s+/);
    if (head === '') return [];
    const cost = Number(marks.find((mark) => mark.startsWith('@'))?.slice(1) ?? 0);
    const name = marks.find((mark) => mark.startsWith('!'))?.slice(1);
    const compute = name === undefined ? undefined : computations[name];
    if (right === undefined || (name !== undefined && !compute)) throw new Error(`not a rule: ${line.trim()}`);
    const features = featuresOf(marks.filter((mark) => /^\w+=/.test(mark)));
    return right
      .split(' ; ')
      .flatMap((body) => expanded(body.trim().split(/\s+/)))
      .filter((choice) => choice.length > 0)
      .map((choice) => ({ head, body: choice.map(slotOf), cost, features, ...(compute ? { compute } : {}) }));
  });
}

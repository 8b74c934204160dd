import { FINISHES, FUELS, OBSTACLES, type ObstacleKind, TIERS } from '#libs/furniture';
import { CONCEPTS } from '../src/concepts/index.js';
import type {
  Colour,
  Meaning,
  Mention,
  ObstacleRef,
  ObstacleSaid,
  Part,
  Place,
  Statement,
  WallRef,
} from '../src/meaning/meaning.js';
import { meaning, type Said } from './meanings.js';

/**
 * A meaning written by hand, in the notation of compact.ts: «walls 3000; fridge free 600 @left; -dishwasher; add bottle
 * @between(oven,sink)». @throws {Error} naming what it does not know.
 */
export function meant(text: string): Meaning {
  const parts = split(text, ';').filter(Boolean);
  const said: Said[] = [];
  const names: string[] = [];
  for (const part of parts) {
    const one = statementOf(part, names);
    said.push(one);
    names.push(one.say === 'thing' ? one.thing.concept : '');
  }
  return meaning(said);
}

const source = { from: 0, to: 1, text: '' };
function fail(what: string): never {
  throw new Error(`not in the notation: ${what}`);
}

/** Parts between separators outside of brackets. */
function split(text: string, by: string): string[] {
  let depth = 0;
  const out = [''];
  for (const c of text) {
    if (c === '(' || c === '[') depth += 1;
    if (c === ')' || c === ']') depth -= 1;
    if (c === by && depth === 0) out.push('');
    else out[out.length - 1] += c;
  }
  return out.map((part) => part.trim());
}

const SHAPES = ['straight', 'corner', 'u', 'island', 'peninsula', 'parallel', 'g'] as const;
const ANSWERS = ['yes', 'no', 'unsure', 'any'] as const;
const oneOf = <T extends string>(list: readonly T[], text: string | undefined): T | undefined =>
  list.find((it) => it === text);
const isConcept = (key: string): boolean => key in CONCEPTS || key === 'it';

function wallRef(text: string): WallRef {
  return /^\d+$/.test(text)
    ? { length: Number(text) }
    : (oneOf(['left', 'middle', 'right', 'long', 'short', 'first', 'second', 'third', 'other'], text) ??
        fail(`wall ${text}`));
}

/** Words, with a mention's numbers, and its places behind `@`. */
function mentionOf(text: string): { thing: Mention; places: Place[] } {
  const words = split(text, ' ')
    .flatMap((word) => (/^[@+]/.test(word) || isConcept(word) ? [word] : word.split('_')))
    .filter(Boolean);
  let thing: Mention = { concept: '', source };
  const places: Place[] = [];
  for (const word of words) {
    const count = /^(\d+)×$/.exec(word)?.[1];
    const drawers = /^(\d)dr$/.exec(word)?.[1];
    const which = /^\[(.*)\]$/.exec(word)?.[1];
    const fuel = oneOf(FUELS, word);
    const tier = oneOf(TIERS, word);
    if (word.startsWith('@')) places.push(placeOf(word.slice(1)));
    else if (word.startsWith('+'))
      thing = {
        ...thing,
        with: word
          .slice(1)
          .split('+')
          .map((one) => mentionOf(one.replaceAll('_', ' ')).thing),
      };
    else if (count) thing = { ...thing, count: Number(count) };
    else if (drawers) thing = { ...thing, drawers: Number(drawers) };
    else if (which) thing = { ...thing, which: whichOf(which) };
    else if (thing.concept === '' && isConcept(word)) thing = { ...thing, concept: word };
    else if (/^[a-z]+=$/.test(word)) thing = { ...thing, colour: colourNamed(word.slice(0, -1)) };
    else if (fuel) thing = { ...thing, fuel };
    else if (word === 'built' || word === 'free') thing = { ...thing, builtIn: word === 'built' };
    else if (word === 'tall' || word === 'diagonal') thing = { ...thing, [word]: true };
    else if (word === 'corner' || word === '!corner') thing = { ...thing, corner: word === 'corner' };
    else if (tier) thing = { ...thing, tier };
    else if (/^\d+$/.test(word)) thing = { ...thing, width: Number(word) };
    else if (/^h\d+$/.test(word)) thing = { ...thing, height: Number(word.slice(1)) };
    else fail(`${word} in ${text}`);
  }
  return { thing, places };
}

function whichOf(text: string): NonNullable<Mention['which']> {
  return Object.fromEntries(
    text
      .split(' ')
      .map((word) =>
        /^\d$/.test(word)
          ? ['ordinal', Number(word)]
          : word === 'left' || word === 'right'
            ? ['hand', word]
            : word === 'that'
              ? ['anaphor', true]
              : [word, true],
      ),
  );
}

const refOf = (text: string): Mention | ObstacleRef => {
  const kind = oneOf(OBSTACLES, text.split(' ')[0]);
  return kind ? { obstacle: kind, source } : mentionOf(text).thing;
};

function placeOf(text: string): Place {
  const [, name = '', hand, inside] = /^([a-z]+)(?:-(left|right))?(?:\((.*)\))?$/.exec(text) ?? [];
  const [, of = '', gap] = /^(.*?)(?: (close|\d+))?$/.exec(inside ?? '') ?? [];
  const more = gap === 'close' ? { close: true } : gap ? { gap: Number(gap) } : {};
  const side = oneOf(['left', 'right', 'centre', 'any'], text.replace('!', ''));
  if (side) return { at: 'side', hand: side, ...(text.endsWith('!') ? { end: true } : {}) };
  if (text === 'start' || text === 'end') return { at: text };
  const [key = '', value = ''] = text.split('=');
  if (key === 'wall') return { at: 'wall', wall: wallRef(value) };
  if (key === 'near-corner') return { at: 'corner', near: true };
  if (key === 'corner') return { at: 'corner', ...(value === 'left' || value === 'right' ? { hand: value } : {}) };
  const offset = /^(\d+)from-(left|right|unsaid)$/.exec(text);
  if (offset)
    return { at: 'offset', mm: Number(offset[1]), from: oneOf(['left', 'right', 'unsaid'], offset[2]) ?? 'unsaid' };
  const shift = /^shift-(left|right)(\d+)?$/.exec(text);
  if (shift)
    return { at: 'shift', hand: shift[1] === 'left' ? 'left' : 'right', ...(shift[2] ? { mm: Number(shift[2]) } : {}) };
  if (name === 'between') {
    const [a = '', b = ''] = split(inside ?? '', ',');
    return { at: 'between', a: refOf(a), b: refOf(b) };
  }
  if (name === 'beside')
    return { at: 'beside', of: refOf(of), ...(hand ? { hand: hand === 'left' ? 'left' : 'right' } : {}), ...more };
  const at = oneOf(['apart', 'under', 'over', 'opposite', 'instead'], name) ?? fail(`@${text}`);
  return { at, of: refOf(of), ...(gap && gap !== 'close' ? { gap: Number(gap) } : {}) };
}

function obstacleOf(kind: ObstacleKind, words: readonly string[]): ObstacleSaid {
  const said: { -readonly [K in keyof ObstacleSaid]: ObstacleSaid[K] } = { kind, places: [] };
  const fields = { w: 'width', h: 'height', d: 'depth', b: 'bottom', t: 'top' } as const;
  const places: Place[] = [];
  for (const word of words) {
    const [, letter = '', mm] = /^([whdbt])(\d+)$/.exec(word) ?? [];
    const field = Object.entries(fields).find(([key]) => key === letter)?.[1];
    if (field) said[field] = Number(mm);
    else if (word.startsWith('..')) said.to = Number(word.slice(2));
    else if (word.startsWith('@')) places.push(placeOf(word.slice(1)));
    else fail(word);
  }
  return { ...said, places };
}

function statementOf(text: string, names: readonly string[]): Said {
  const words = split(text, ' ').filter(Boolean);
  const [first = '', ...rest] = words;
  const bare = first.replace(/^[-!]/, '');
  const shape = oneOf(SHAPES, words.length === 1 ? first : first === 'not' ? rest[0] : undefined);
  if (shape) return { say: 'shape', shape, ...(first === 'not' ? { not: true } : {}) };
  const obstacle = oneOf(OBSTACLES, bare);
  if (obstacle)
    return { say: 'obstacle', act: first.startsWith('-') ? 'gone' : 'is', obstacle: obstacleOf(obstacle, rest) };
  const numbers = (list: string): { mm: number; wall?: WallRef }[] =>
    split(list, ',').map((one) => {
      const [, mm, wall] = /^(\d+)(?:\(wall=(\w+)\))?$/.exec(one) ?? fail(one);
      return { mm: Number(mm), ...(wall ? { wall: wallRef(wall) } : {}) };
    });
  switch (bare) {
    case 'walls':
      return {
        say: 'walls',
        lengths: numbers(rest[0] ?? ''),
        ...(rest.includes('product') ? { product: true } : {}),
        ...(rest.includes('~') ? { approximate: true } : {}),
        ...(rest.includes('room') ? { room: true } : {}),
      };
    case 'number': {
      const unit = oneOf(['mm', 'cm', 'm'], rest[1]);
      return { say: 'number', value: Number(rest[0]), ...(unit ? { unit } : {}) };
    }
    case 'ceiling':
      return { say: 'ceiling', mm: Number(rest[0]) };
    case 'ends': {
      const end = (hand: string): { [hand: string]: 'wall' | 'free' } =>
        rest.includes(`${hand}=wall`) ? { [hand]: 'wall' } : rest.includes(`${hand}=free`) ? { [hand]: 'free' } : {};
      return { say: 'ends', ...end('left'), ...end('right') };
    }
    case 'row': {
      const inside = (name: string): string | undefined =>
        rest.find((word) => word.startsWith(`${name}(`))?.slice(name.length + 1, -1);
      const height = rest.find((word) => /^h\d+$/.test(word))?.slice(1);
      const hand = oneOf(
        ['left', 'right'],
        rest.find((word) => word === 'left' || word === 'right'),
      );
      const walls = rest.flatMap((word) => (word.startsWith('wall=') ? word.slice(5).split(',').map(wallRef) : []));
      const over = inside('over')
        ?.split(',')
        .map((one) => mentionOf(one).thing);
      const units = inside('of');
      return {
        say: 'row',
        act: first.startsWith('-') ? 'refuse' : 'want',
        tier: oneOf(TIERS, rest[0]) ?? fail(text),
        ...(rest.includes('only') ? { only: true } : {}),
        ...(height ? { height: Number(height) } : {}),
        ...(rest.includes('ceiling') ? { toCeiling: true } : {}),
        ...(walls.length > 0 ? { walls } : {}),
        ...(over ? { over } : {}),
        ...(hand ? { hand } : {}),
        ...(units ? { units: mentionOf(units).thing } : {}),
      };
    }
    case 'seq>':
    case 'seq<':
    case 'seq': {
      const used: number[] = [];
      for (const name of rest) {
        const index = names.findIndex((one, i) => one === name && !used.includes(i));
        used.push(index < 0 ? fail(`${name} in ${text}`) : index);
      }
      return {
        say: 'sequence',
        of: used,
        direction: { 'seq>': 'left_to_right', 'seq<': 'right_to_left', seq: 'listed' }[bare] as 'listed',
      };
    }
    case 'handles': {
      const [tiers = '', handle] = (rest[0] ?? '').split('=');
      return {
        say: 'handles',
        tiers: tiers === 'all' ? 'all' : tiers.split(',').map((one) => oneOf(TIERS, one) ?? fail(text)),
        handle: oneOf(['grip', 'bar', 'gola', 'push'], handle) ?? fail(text),
      };
    }
    case 'light':
      return { say: 'lighting', on: rest[0] !== 'off' };
    case 'usual':
    case 'anew':
      return { say: bare };
    case 'undo':
      return { say: 'undo', what: undoOf(rest.join(' ')) };
    case 'answer': {
      const answer = oneOf(ANSWERS, rest[0]);
      return { say: 'answer', answer: answer ?? { choice: Number(rest[0]) } };
    }
    case 'ask': {
      const { thing, places } = mentionOf(rest.slice(1).join(' '));
      return { say: 'question', about: rest[0] as 'fits', things: thing.concept ? [thing] : [], places };
    }
    case 'talk':
      return { say: 'talk', topic: rest[0] as 'price' };
    case 'outside':
      return { say: 'outside', name: rest.join(' ').replace(/[«»]/g, '') };
    case 'add':
    case 'remove':
    case 'move':
    case 'keep':
    case 'swap':
    case 'replace':
    case 'resize':
    case 'split':
    case 'mirror':
    case 'reverse':
    case 'likewise':
    case 'yield':
      return { say: 'edit', edit: editOf(bare, rest.join(' ')) };
    default:
      if (first.startsWith('@')) return { say: 'place', places: words.map((word) => placeOf(word.slice(1))) };
      if (first.startsWith('(')) return { say: 'context', of: 'other' };
      if (/^!?[a-z+]+=/.test(text)) return colourOf(text);
      return thingOf(text);
  }
}

function thingOf(text: string): Said {
  const act = text.startsWith('-') ? 'refuse' : text.startsWith('away ') ? 'elsewhere' : 'want';
  return { say: 'thing', act, ...mentionOf(text.replace(/^(-|away )/, '')) };
}

const colourNamed = (named: string): Colour => ({ finish: oneOf(FINISHES, named) ?? fail(named), named });

function colourOf(text: string): Said {
  const [, not, parts = '', named = '', nearest] = /^(!?)([a-z+]*)=([a-z]+)(~?)$/.exec(text) ?? fail(text);
  const list =
    parts === 'none'
      ? []
      : parts
          .split('+')
          .map((part) => oneOf(['facade', 'carcass', 'worktop', ...TIERS] as readonly Part[], part) ?? fail(text));
  const finish = oneOf(FINISHES, named) ?? fail(named);
  return {
    say: 'colour',
    parts: list,
    colour: { finish, named, ...(nearest ? { nearest: true } : {}) },
    ...(not ? { not: true } : {}),
  };
}

function undoOf(text: string): Extract<Statement, { say: 'undo' }>['what'] {
  const named = oneOf(['last', 'all', 'first'], text);
  if (named) return named;
  if (/^\d+$/.test(text)) return { turn: Number(text) };
  const steps = /^-(\d)$/.exec(text)?.[1];
  if (steps) return { steps: Number(steps) };
  const before = /^before\((.*)\)$/.exec(text)?.[1];
  if (before) return { before: [mentionOf(before).thing] };
  if (text.startsWith('cancel ')) return { aspect: mentionOf(text.replace('cancel ', '')).thing, cancels: true };
  const part = oneOf(
    ['facade', 'carcass', 'worktop', 'handles', 'lighting', ...TIERS] as readonly (Part | 'handles' | 'lighting')[],
    text,
  );
  return { aspect: part ?? mentionOf(text).thing };
}

type EditSaid = Extract<Said, { say: 'edit' }>['edit'];

function editOf(act: EditSaid['act'], text: string): EditSaid {
  const pair = (by: string): [Mention, Mention] => {
    const [a = '', b = ''] = text.split(by);
    return [mentionOf(a).thing, mentionOf(b).thing];
  };
  switch (act) {
    case 'swap': {
      const [a, b] = pair('~');
      return { act, a, b };
    }
    case 'replace': {
      const [old, by] = pair('>');
      return { act, old, by };
    }
    case 'split': {
      const [thing = '', into = ''] = text.split('>');
      return { act, thing: mentionOf(thing).thing, into: split(into, ',').map((one) => mentionOf(one).thing) };
    }
    case 'resize': {
      const [, things = '', by, mm, to] =
        /^(.*?) ?(wider|narrower|higher|lower)?(?: (\d+))?(?: ?to (\d+))?$/.exec(text) ?? fail(text);
      return {
        act,
        things: things ? split(things, ',').map((one) => mentionOf(one).thing) : [],
        ...(by ? { by: by as 'wider' } : {}),
        ...(mm ? { mm: Number(mm) } : {}),
        ...(to ? { to: Number(to) } : {}),
      };
    }
    case 'shade':
      return { act, parts: [], by: text === 'darker' ? text : 'lighter' };
    case 'mirror':
    case 'reverse':
      return { act };
    case 'likewise':
    case 'yield':
      return { act, things: !text ? [] : split(text, ',').map((one) => mentionOf(one).thing) };
    default: {
      const all = split(text, ',').map(mentionOf);
      return {
        act,
        things: all.flatMap(({ thing }) => (thing.concept ? [thing] : [])),
        places: all.flatMap(({ places }) => places),
      };
    }
  }
}

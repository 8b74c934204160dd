import { type Finish, type Handle, isCornerUnit, type Tier } from '#libs/furniture';
import { failureOf, OPS } from '../assertions.js';
import { isFiller, type View } from '../view.js';
import {
  areApart,
  areClear,
  areFacing,
  areNear,
  areNeighbours,
  covers,
  isAlong,
  isAtEnd,
  isInHalf,
  isMoved,
  isOnWall,
  isOrdered,
} from './places.js';
import { gapOf, isFloorUnit, isHigh, layoutOf, type Scene } from './scene.js';
import { isAbout, partsOf, select, spansOf, wallsOf, wordsOf } from './subjects.js';
import { DEVIATES, lengthPattern, questionsOf, sentencesOf, TOPICS, unquoted } from './wording.js';

/** What elements and assertions are judged by. */
export interface Moment {
  readonly now: Scene;
  /** Before the turn. */
  readonly before: Scene;
  /** After each turn so far; the first is before all of them. */
  readonly past: readonly Scene[];
}

type Sign = '' | '~' | '!';

interface Kind {
  readonly holds: (argument: string, moment: Moment, sign: Sign) => boolean;
  /** What a later element of the same kind takes the place of; by default only of its equal. */
  readonly fixes?: 'kind' | 'subject';
  /** By what words a sentence that deviates admits it; by default those of its subjects. */
  readonly admitted?: RegExp | ((argument: string, note: string) => boolean);
}

const deviating = (note: string): string[] => sentencesOf(note).filter((one) => DEVIATES.test(one));

const assigned = (argument: string): [string, string] => {
  const [subject = '', value = ''] = argument.split('=');
  return [subject, value];
};

/** Tiers of units with fronts, which `facade` means. */
const frontTiers = ({ nodes }: Scene): Tier[] => [
  ...new Set(nodes.filter((node) => !isFiller(node) && !['NF', 'NB'].includes(node.ascii)).map(({ tier }) => tier)),
];

function hasFinish(argument: string, scene: Scene, isNot: boolean): boolean {
  const [part, colours] = assigned(argument);
  const { facade, ...others } = scene.order?.finish ?? {};
  const finishes = new Map<string, Finish>(Object.entries({ ...others, ...facade }));
  const got = (part === 'facade' ? frontTiers(scene) : [part]).map((one) => finishes.get(one));
  const isWanted = (finish: Finish | undefined): boolean => finish !== undefined && colours.split('|').includes(finish);
  return isNot ? !got.some(isWanted) : got.length > 0 && got.every(isWanted);
}

/** `gola`, `base=bar`; `none` is any without handles. Where no tier is named, the base's alone may be what was meant. */
function hasHandles(argument: string, { nodes, order }: Scene): boolean {
  const [tier, named] = argument.includes('=') ? assigned(argument) : ['', argument];
  const handles = new Map<string, Handle>(Object.entries(order?.handles ?? {}));
  const wanted = (named === 'none' ? 'gola|push' : named).split('|');
  if (tier !== '') return wanted.includes(handles.get(tier) ?? '');
  const tiers = ['base', 'wall'].filter((one) => nodes.some((node) => node.tier === one && !isFiller(node)));
  return (
    named.split('|').includes(handles.get('base') ?? '') ||
    (tiers.length > 0 && tiers.every((one) => wanted.includes(handles.get(one) ?? 'grip')))
  );
}

const OBSTACLE = /^([a-z_|]+)(?:#(\w+))?(?:@([\d.]+))?(?:\+([\d.]+))?(?:\^([\d.]+))?$/;
function hasObstacle(argument: string, scene: Scene): boolean {
  const [kinds = '', wall = '', at = '', width = '', bottom = ''] = partsOf(argument, OBSTACLE);
  return scene.obstacles.some(
    (one) =>
      kinds.split('|').includes(one.kind) &&
      (wall === '' || wallsOf(scene, wall).includes(one.wall)) &&
      (at === '' || isAbout(one.at, at)) &&
      (width === '' || isAbout(one.width, width)) &&
      (bottom === '' || isAbout(one.bottom ?? one.top, bottom)),
  );
}

function hasCount(argument: string, scene: Scene): boolean {
  const [name, count = '', orMore, narrowed] = partsOf(argument, /^([^*=#]+)(?:\*(\d+)(\+?))?(.*)$/);
  const got = select(scene, `${name}${narrowed}`).length;
  if (count === '') return got > 0;
  return orMore === '+' ? got >= Number(count) : got === Number(count);
}

/** `/…/`, in any case. */
const patternOf = (text: string): RegExp => new RegExp(partsOf(text, /^\/(.*)\/i?$/s)[0] ?? '', 'i');
const isTold = (argument: string, { now }: Moment): boolean => patternOf(argument).test(unquoted(now.note));

function asksFor(topics: string, { note }: Scene, isNot: boolean): boolean {
  const questions = questionsOf(unquoted(note));
  return topics.split(',').every((topic) => {
    const pattern = TOPICS[topic];
    if (!pattern) throw new Error(`unknown topic ${topic}`);
    return pattern.test(questions) !== isNot;
  });
}

/** The elements, and after them what only assertions say; README.md beside this file lists them. */
const KINDS: Readonly<Record<string, Kind>> = {
  walls: {
    holds: (argument, { now: { walls } }, sign) => {
      const wanted = argument.split(',');
      const fits = (one: readonly string[]) => one.every((length, i) => isAbout(walls[i]?.length, length));
      return wanted.length === walls.length && (fits(wanted) || (sign === '~' && fits(wanted.toReversed())));
    },
    fixes: 'kind',
    admitted: (argument, note) =>
      argument
        .split(',')
        .map((length) => lengthPattern(Number(length.split('..')[0])))
        .some((length) => deviating(note).some((one) => length.test(one))),
  },
  ceiling: { holds: (argument, { now }) => isAbout(now.order?.ceiling, argument), fixes: 'kind', admitted: /потол/i },
  ends: {
    holds: (argument, { now: { walls } }) => `${walls[0]?.ends.left},${walls.at(-1)?.ends.right}` === argument,
    fixes: 'kind',
    admitted: (_, note) => /торц|по бокам|боков/i.test(note),
  },
  has: { holds: (argument, { now }) => hasCount(argument, now), fixes: 'subject' },
  no: { holds: (argument, { now }) => select(now, argument).length === 0, fixes: 'subject' },
  order: { holds: (argument, { now }) => isOrdered(argument.split('<'), now) },
  seq: {
    holds: (argument, { now }) =>
      [argument.split('<'), argument.split('<').reverse()].some((one) => isOrdered(one, now)),
  },
  between: {
    holds: (argument, { now }) =>
      [argument.split(','), argument.split(',').reverse()].some((one) => isOrdered(one, now)),
  },
  next: { holds: (argument, { now }) => areNeighbours(argument, now) },
  half: { holds: (argument, { now }) => isInHalf(argument, now), fixes: 'subject' },
  end: { holds: (argument, { now }) => isAtEnd(argument, now), fixes: 'subject' },
  wall: { holds: (argument, { now }) => isOnWall(argument, now), fixes: 'subject' },
  facing: { holds: (argument, { now }) => areFacing(argument, now) },
  fuel: {
    holds: (argument, { now }) => {
      const cookers = now.items.filter(({ kind }) => kind === 'hob' || kind === 'stove');
      return cookers.length > 0 && cookers.every(({ fuel }) => argument.split('|').includes(fuel ?? ''));
    },
    fixes: 'kind',
    admitted: /газ|электр|индукц/i,
  },
  corner: { holds: (argument, { now }) => select(now, argument).some(({ ascii }) => isCornerUnit(ascii)) },
  obst: { holds: (argument, { now }) => hasObstacle(argument, now) },
  under: { holds: (argument, { now }) => isAlong(argument, now, isFloorUnit) },
  over: { holds: (argument, { now }) => isAlong(argument, now, isHigh) },
  clear: { holds: (argument, { now }) => areClear(argument, now) },
  covers: { holds: (argument, { now }) => covers(argument, now), fixes: 'subject' },
  near: { holds: (argument, { now }) => areNear(argument, now) },
  apart: { holds: (argument, { now }) => areApart(argument, now) },
  finish: {
    holds: (argument, { now }, sign) => hasFinish(argument, now, sign === '!'),
    fixes: 'subject',
    admitted: /цвет|фасад|столешн|корпус|верх|низ|показан/i,
  },
  handles: {
    holds: (argument, { now }) => hasHandles(argument, now),
    fixes: 'subject',
    admitted: /ручк|гола|нажат/i,
  },
  light: { holds: (_, { now }) => now.order?.lighting.under === true, fixes: 'kind', admitted: /подсвет/i },
  height: {
    holds: (argument, { now }) => {
      const [tier, mm] = assigned(argument);
      const row = now.nodes.filter((node) => node.tier === tier && !isFiller(node) && node.ascii !== 'WH');
      return row.length > 0 && row.every(({ h }) => isAbout(h, mm));
    },
    fixes: 'subject',
    admitted: /высот/i,
  },
  told: { holds: isTold, admitted: () => false },

  note: { holds: (argument, moment, sign) => isTold(argument, moment) !== (sign === '!') },
  asks: { holds: (argument, { now }, sign) => asksFor(argument, now, sign === '!') },
  moved: { holds: (argument, { now, before }) => isMoved(argument, before, now) },
  unchanged: { holds: (_, { now, before }) => layoutOf(now) === layoutOf(before) },
  same: {
    holds: (argument, { now, past }) => {
      const then = past[Number(argument)];
      if (!then) throw new Error(`no turn ${argument}`);
      return layoutOf(now) === layoutOf(then);
    },
  },
};

function parsed(text: string): { kind: Kind; name: string; sign: Sign; argument: string } {
  const [name = '', sign = '', argument = ''] = partsOf(text, /^([a-z]+)([~!]?)(?::(.*))?$/s);
  const kind = KINDS[name];
  if (!kind) throw new Error(`unknown assertion ${text}`);
  return { kind, name, sign: sign === '~' || sign === '!' ? sign : '', argument };
}

const QUERY = /^(\S+) (eq|ne|gte|lte|between|count|in|has|has_none) (.+)$/;

/** A query of the eval: `node[appliance=oven].width eq 600`; also `gap(sink,stove) gte 300`, of subjects. */
function queryHolds([, q = '', op = '', json = '']: readonly string[], { now }: Moment): boolean {
  const { order, note, findings } = now;
  // Nodes bear Latin codes here, as everywhere in these conversations.
  const nodes = now.nodes.map((node) => ({ ...node, code: node.ascii }));
  const outcome = { note, findings };
  const view: View = { order, before: undefined, versions: [], nodes, outcome, bom: undefined, reply: note };
  const want: unknown = JSON.parse(json);
  const [, one, other] = /^gap\(([^[\],]+),([^[\],]+)\)$/.exec(q) ?? [];
  if (one === undefined || other === undefined) return failureOf({ q, op, value: want }, view) === undefined;
  const [a, b] = [spansOf(now, one)[0], spansOf(now, other)[0]];
  const gap = a && b && a.wall === b.wall ? gapOf(a, b) : undefined;
  return OPS[op]?.(gap, want, view, q) ?? false;
}

/** Whether an element or assertion is true. @throws {Error} where it is none. */
export function holds(text: string, moment: Moment): boolean {
  const query = QUERY.exec(text);
  if (query) return queryHolds(query, moment);
  const { kind, argument, sign } = parsed(text);
  return kind.holds(argument, moment, sign);
}

/** What an element fixes: a later one of the same takes its place. */
export function slotOf(element: string): string {
  const { kind, name, sign, argument } = parsed(element);
  if (kind.fixes === 'kind') return name;
  if (kind.fixes !== 'subject') return `${name}${sign}:${argument}`;
  if (name !== 'has' && name !== 'no') return `${name}:${assigned(argument)[0]}`;
  const [subject = ''] = argument.split(/[*=#]/);
  return `is:${subject}${argument.includes('#') ? `#${argument.split('#')[1]}` : ''}`;
}

/** Whether the note says that the element was not followed: in a sentence that names the thing and deviates. */
export function isAdmitted(element: string, note: string): boolean {
  const { kind, argument } = parsed(element);
  const { admitted } = kind;
  if (typeof admitted === 'function') return admitted(argument, note);
  const words = admitted ? [admitted] : argument.split(/[<,=#@+^]/).flatMap(wordsOf);
  return deviating(note).some((sentence) => words.some((word) => word.test(sentence)));
}

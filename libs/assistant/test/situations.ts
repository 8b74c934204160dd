import { readFileSync } from 'node:fs';
import { atOf, endOf, isOrdinary, type Order } from '#libs/furniture';
import type { Meaning } from '../src/meaning/meaning.js';
import { wallIdOf } from '../src/plan/brief/room.js';
import { decide } from '../src/plan/decide.js';
import type { Decision } from '../src/plan/decision.js';
import type { Exchange } from '../src/port.js';
import { applyChange } from '../src/turn/apply.js';
import { meant } from './notation.js';

/** Kitchens that situations begin with. */
const KITCHENS: Readonly<Record<string, string>> = {
  ROW: 'straight; walls 3200; fridge free 600 @left; sink 600; dishwasher 450; oven +hob_induction; row wall; hood; seq> fridge sink dishwasher oven',
  LIST: 'walls 3400; sink 600; drawers 500; stove 500 electric; base 400; row wall; hood; seq> sink drawers stove base',
  LIST2: 'walls 3400; sink 600; drawers 600; oven +hob_induction; base 600; seq> sink drawers oven base',
  FULL: 'walls 3000; fridge built; drawers 600; oven +hob_induction; dishwasher 600; sink 600; row wall; hood; ends left=free right=free; seq> fridge drawers oven dishwasher sink',
  L: 'corner; walls 3000,2000 product; sink @corner; hob +oven @wall=long; fridge built @start @wall=long; row wall',
  GAS: 'walls 3200; fridge free @left; sink; hob gas +oven; seq> fridge sink hob',
};

export interface Situation {
  readonly name: string;
  readonly turns: readonly string[];
  readonly expected: readonly string[];
}

/** One situation a line: name | messages | what must hold. */
export const readSituations = (file: URL): Situation[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [name = '', turns = '', expected = ''] = line.split(' | ');
      const messages = turns.split(' / ').map((turn) => KITCHENS[turn.replace('$', '')] ?? turn);
      return { name, turns: messages, expected: expected.split('; ') };
    });

export interface Turn {
  readonly decision: Decision;
  readonly before: Order | undefined;
  readonly order: Order | undefined;
  readonly history: readonly Exchange[];
}

/** The order after a decision; undefined where it changes nothing. @throws {Error} where what was tried is refused. */
export function applied(decision: Decision, order: Order | undefined, history: readonly Exchange[]): Order | undefined {
  const { act } = decision;
  if (act.kind !== 'operations' && act.kind !== 'restore') return undefined;
  const then = act.kind === 'restore' ? history.find(({ turn }) => turn === act.turn)?.order : undefined;
  const change =
    act.kind === 'operations'
      ? ({ kind: 'operations', order, orderId: 'lead-1', operations: act.operations } as const)
      : then && ({ kind: 'restore', order, then } as const);
  const made = change && applyChange(change);
  if (!made?.ok) throw new Error(`decided upon, but refused: ${JSON.stringify(made)}`);
  return made.order;
}

/** Plays messages in the notation, each read without regard to what was asked. */
export function playMeanings(turns: readonly string[], read: (words: string) => Meaning = meant): Turn {
  const history: Exchange[] = [];
  let order: Order | undefined;
  let last: Turn | undefined;
  for (const words of turns) {
    const { decision } = decide({ words, history, order, pictures: [] }, read);
    const made = applied(decision, order, history);
    last = { decision, before: order, order: made, history: [...history] };
    order = made ?? order;
    history.push({ turn: history.length + 1, words, status: made ? 'built' : 'question', ...(order ? { order } : {}) });
  }
  if (!last) throw new Error('no messages');
  return last;
}

interface Thing {
  readonly id: string;
  readonly name: readonly string[];
  readonly wall: number;
  readonly tier: string;
  readonly at: number;
  readonly end: number;
  readonly w: number;
  readonly code: string;
  readonly h: number | undefined;
}

const thingsIn = (order: Order): Thing[] =>
  order.runs
    .flatMap(({ wall, tier, nodes }) =>
      nodes.map((node): Thing => {
        const items = order.items.filter((item) => item.node === node.id).map(({ kind }) => kind as string);
        const name = [...items, node.code, `${node.code}${node.w}`];
        const no = order.room.walls.findIndex(({ id }) => id === wall) + 1;
        return {
          id: node.id,
          name,
          wall: no,
          tier,
          at: atOf(node),
          end: endOf(node),
          w: node.w,
          code: node.code,
          h: node.h,
        };
      }),
    )
    .filter(({ code }) => isOrdinary(code))
    .sort((a, b) => a.wall - b.wall || a.at - b.at);

/** Floor things that both orders have, without where they stand. */
const lasting = (order: Order, other: Order): string =>
  JSON.stringify(
    thingsIn(order)
      .filter(({ tier, id }) => (tier === 'base' || tier === 'tall') && thingsIn(other).some((one) => one.id === id))
      .map(({ id, code }) => [id, code])
      .sort(),
  );

/** Why an expectation does not hold; undefined where it does. */
export function failureOf(expected: string, { decision, before, order, history }: Turn): string | undefined {
  const { act, became, assumed } = decision;
  const [key = '', a = '', b = '', c = ''] = expected.split(' ');
  const things = order ? thingsIn(order) : [];
  const floor = things.filter(({ tier }) => tier === 'base' || tier === 'tall');
  const find = (name: string): Thing[] => things.filter((one) => one.name.includes(name) || one.tier === name);
  const got = (is: boolean, what: unknown): string | undefined =>
    is ? undefined : `${expected}: ${JSON.stringify(what)}`;
  const kinds = act.kind === 'ask' ? act.asks.map(({ ask }) => ask) : [];
  const findings = act.kind === 'decline' ? [act.finding] : 'findings' in act ? (act.findings ?? []) : [];
  const codes = findings.map(({ code }) => code);
  const reasons = became.flatMap((one) => (one.is === 'not_done' ? [one.why.because] : []));
  const ranks = (names: readonly string[]): boolean => {
    let last = -1;
    return names.every((name) => {
      const next = floor.findIndex((one, i) => i > last && one.name.includes(name));
      last = next;
      return next >= 0;
    });
  };
  switch (key) {
    case 'built':
      return got(order !== undefined, act);
    case 'asks':
      return got(
        expected
          .slice(5)
          .split(', ')
          .every((kind) => kinds.some((one) => one === kind)),
        act,
      );
    case 'refused':
      return got(act.kind === 'refused' && codes.includes(a), act);
    case 'declined':
      return got(act.kind === 'decline' && codes.includes(a), act);
    case 'finding':
      return got(codes.includes(a), act);
    case 'reply':
      return got(act.kind === 'reply', act);
    case 'feasible':
      return got(act.kind === 'feasible' && (act.already ? 'already' : act.fits ? 'yes' : 'no') === a, act);
    case 'restored':
      return got(act.kind === 'restore' && act.turn === Number(a), act);
    case 'offers':
      return got('offers' in act && (act.offers ?? []).length >= Number(a), act);
    case 'ops':
      return got(act.kind === 'operations' && act.operations.map(({ op }) => op).join() === a, act);
    case 'not':
      return got(
        reasons.some((one) => one === a),
        became,
      );
    case 'known':
    case 'answered':
      return got(
        became.some((one) => one.is === key && one.statement === Number(a)),
        became,
      );
    case 'assumes':
      return got(
        assumed.some(({ assume }) => assume === a),
        assumed,
      );
    case 'walls':
      return got(order?.room.walls.map(({ length }) => length).join() === a, order?.room.walls);
    case 'ends':
      return got(`${order?.room.walls[0]?.ends.left},${order?.room.walls.at(-1)?.ends.right}` === a, order?.room.walls);
    case 'has':
      return got(
        find(a).length > 0,
        things.map(({ name }) => name),
      );
    case 'no':
      return got(
        find(a).every(({ wall }) => b !== '' && wall !== Number(b)) && !order?.obstacles.some(({ kind }) => kind === a),
        find(a),
      );
    case 'width':
      return got(
        find(a).some(({ w }) => w === Number(b)),
        find(a),
      );
    case 'code':
      return got(
        find(a).some(({ code }) => code === b),
        find(a),
      );
    case 'count':
      return got((a === 'base' ? floor : find(a)).length === Number(b), find(a));
    case 'hung':
      return got(
        things.filter(({ tier }) => tier === 'wall').length === Number(a),
        things.filter(({ tier }) => tier === 'wall'),
      );
    case 'units':
      return got(
        expected
          .slice(6)
          .split(' ')
          .every((name, i, all) => find(name).length >= all.slice(0, i + 1).filter((one) => one === name).length),
        things.map(({ name }) => name),
      );
    case 'row':
      return got(
        ranks(expected.slice(4).split(' ')),
        floor.map(({ name }) => name),
      );
    case 'between':
      return got(
        ranks([a, b, c]) || ranks([c, b, a]),
        floor.map(({ name }) => name),
      );
    case 'next':
      return got(
        floor.some((one, i) => one.name.includes(a) && floor[i + 1]?.name.includes(b)),
        floor.map(({ name }) => name),
      );
    case 'first':
      return got(floor[0]?.name.includes(a) === true, floor);
    case 'last':
      return got(floor.at(-1)?.name.includes(a) === true, floor);
    case 'half': {
      const middle = (order?.room.walls[0]?.length ?? 0) / 2;
      return got(
        find(a).some(({ at, end }) => (at + end) / 2 <= middle + 50 === (b === 'left')),
        find(a),
      );
    }
    case 'centre':
      return got(
        find(a).some(({ at, end }) => Math.abs((at + end) / 2 - Number(b)) <= 50),
        find(a),
      );
    case 'onwall': {
      const walls = order?.room.walls ?? [];
      const wall = /^\d$/.test(b)
        ? Number(b)
        : walls.findIndex(({ id }) => id === wallIdOf(b === 'long' ? 'long' : 'short', walls)) + 1;
      const found = find(a).filter(({ tier }) => tier !== 'wall');
      return got(found.length > 0 && found.every((one) => one.wall === wall), found);
    }
    case 'corner':
      return got(
        find(a).some(({ code }) => code.startsWith('BC')),
        find(a),
      );
    case 'fuel':
      return got(order?.items.some((item) => item.fuel === a) === true, order?.items);
    case 'finish': {
      const [part = '', colour] = a.split('=');
      const all: Record<string, string | undefined> = {
        ...order?.finish.facade,
        carcass: order?.finish.carcass,
        worktop: order?.finish.worktop,
      };
      return got((all[part] ?? '-') === colour, order?.finish);
    }
    case 'handles':
      return got(
        Object.entries(order?.handles ?? {}).some(([tier, handle]) => `${tier}=${handle}` === a),
        order?.handles,
      );
    case 'light':
      return got(order?.lighting.under === true, order?.lighting);
    case 'height':
      return got(
        things.some(({ tier, h, code }) => tier === a && code === 'W' && h === Number(b)),
        things,
      );
    case 'obstacle':
      return got(
        order?.obstacles.some(({ kind, at, width }) => `${kind}@${at}+${width}` === a) === true,
        order?.obstacles,
      );
    case 'kept': {
      const was = before ?? history.at(-1)?.order;
      return got(was !== undefined && order !== undefined && lasting(was, order) === lasting(order, was), order);
    }
    default:
      throw new Error(`no such expectation: ${expected}`);
  }
}

import { given } from '#libs/furniture';
import type { Facts, ObstacleFact } from '../brief/facts.js';
import { unmadeIn } from '../brief/missing.js';
import { lexes } from '../lexicon/words.js';
import { isBareYes } from '../questions/recognise.js';
import { distanceOf, unitWidth } from '../text/lengths.js';
import { has, is, type Token } from '../text/token.js';

/** «не знаю», «как обычно», «на ваше усмотрение»: leaves the choice to the assistant. */
const delegates = (tokens: readonly Token[]): boolean =>
  tokens.some(({ text }) =>
    /^(усмотрени|вкус$|стандарт|обычн|обычно|любая|любую|любой|любое|предлож|виднее|разницы|посовет)/.test(text),
  ) ||
  tokens.some(({ text }, i) => text === 'равно' && tokens[i - 1]?.text === 'все') ||
  isUnsure(tokens);

export const isUnsure = (tokens: readonly Token[]): boolean =>
  tokens.some(({ text }, i) => /^(знаю|помню|уверен|решил|решила)/.test(text) && tokens[i - 1]?.text === 'не');

const refuses = (tokens: readonly Token[]): boolean =>
  has(tokens, 'no') &&
  tokens.length <= 4 &&
  !tokens.some((token) => token.quantity || isUnsure(tokens) || token.finish);

/** «20», «давай 20», «пусть будет 80»: numbers only. */
const onlyNumbers = (tokens: readonly Token[]): boolean =>
  tokens.some(({ quantity }) => quantity) &&
  tokens.every(
    (token) =>
      token.quantity ||
      token.mark ||
      is(token, 'and', 'yes', 'make', 'want', 'put', 'width') ||
      /^(ну|тогда|лучше|пусть|можно|наверное|где-то|примерно|около|будет)$/.test(token.text),
  );

/** Moves the obstacle to the end of the list: words without a head refer to the last one. */
function obstacleOf(kind: ObstacleFact['kind'], facts: Facts): ObstacleFact {
  const fact = facts.obstacles.find((known) => known.kind === kind) ?? { kind };
  facts.obstacles = [...facts.obstacles.filter((known) => known !== fact), fact];
  return fact;
}

/** Fills numbers in the order in which they were asked: distance, width, sill. */
function fillNumbers(fact: ObstacleFact, tokens: readonly Token[]): void {
  for (const { quantity } of tokens) {
    if (!quantity) continue;
    const mm = distanceOf(quantity);
    if (!fact.at && !fact.centred && fact.beside === undefined) fact.at = { mm, from: 'left' };
    else if (fact.width === undefined) fact.width = mm;
    else if (fact.kind === 'riser') fact.depth ??= mm;
    else fact.bottom ??= mm;
  }
}

/**
 * «справа от трубы, 10 см», «слева вплотную» in answer to where the boiler is: its side of the pipe and the gap.
 * Returns the tokens that are left.
 */
export function readBeside(topics: readonly string[], tokens: readonly Token[], facts: Facts): readonly Token[] {
  const boiler = facts.obstacles.find(({ kind }) => kind === 'boiler');
  if (!topics.includes('boiler') || !boiler?.beside) return tokens;
  const other = tokens.findIndex((token) => token.lex !== undefined && !is(token, ...BESIDE));
  const strange = other > 0 && is(tokens[other - 1], 'gas') ? other - 1 : other;
  const own = strange < 0 ? tokens : tokens.slice(0, strange);
  const side = own.find((token) => is(token, 'left', 'right'));
  const quantity = own.find((token) => token.quantity)?.quantity;
  const fromWall = other >= 0 && is(tokens[other], 'corner', 'wall', 'start', 'end');
  if (fromWall || (!side && !quantity)) return tokens;
  const hand = side ? (is(side, 'left') ? 'left' : 'right') : boiler.beside.hand;
  boiler.beside = { ...(hand ? { hand } : {}), gap: quantity ? distanceOf(quantity) : (boiler.beside.gap ?? 0) };
  delete boiler.at;
  return strange < 0 ? [] : tokens.slice(strange);
}

/** Words used to describe a place next to the pipe. */
const BESIDE = lexes('left right from of inside on near pipe gas boiler gap and yes');

type About = 'obstacle' | 'length';

const OBSTACLES: readonly ObstacleFact['kind'][] = [
  'window',
  'boiler',
  'riser',
  'gas_pipe',
  'door',
  'radiator',
  'niche',
];
const LENGTHS = ['length', 'length_and_shape', 'second_length', 'u_lengths', 'units', 'contradiction', 'shape', 'room'];

/**
 * Reads a short message as the answer to the last question's topics. `done`: nothing is left to read; else `about` is
 * the subject of the rest.
 */
export function readAnswer(
  topics: readonly string[],
  tokens: readonly Token[],
  facts: Facts,
): { done: boolean; about?: About } {
  const number = onlyNumbers(tokens) ? tokens.find(({ quantity }) => quantity)?.quantity : undefined;
  const obstacle = OBSTACLES.find((kind) => topics.includes(kind));
  if (topics.some((topic) => LENGTHS.includes(topic)) && !obstacle) return { done: false, about: 'length' };
  if (obstacle) {
    const fact = obstacleOf(obstacle, facts);
    if (!number) return { done: false, about: 'obstacle' };
    fillNumbers(fact, tokens);
    return { done: true };
  }
  const unmade = topics.includes('width') ? unmadeIn(facts) : undefined;
  if (unmade && number) {
    unmade.width = unitWidth(number);
    return { done: true };
  }
  return { done: readAppliances(topics, tokens, facts, number && unitWidth(number)) };
}

function readAppliances(
  topics: readonly string[],
  tokens: readonly Token[],
  facts: Facts,
  width: number | undefined,
): boolean {
  const topic = topics.find((one) => one.startsWith('appliances'));
  if (!topic) return false;
  if (topic === 'appliances:sink' && (isBareYes(tokens) || width !== undefined)) {
    facts.fixtures.push({ kind: 'sink', place: {}, ...given({ width }) });
    return true;
  }
  if (refuses(tokens)) {
    facts.absent.push(...(topic === 'appliances:sink' ? ['sink'] : topic === 'appliances' ? ['sink', 'hob'] : ['hob']));
    return true;
  }
  if (!delegates(tokens)) return false;
  facts.usual = true;
  const add = (kind: 'sink' | 'hob' | 'oven' | 'fridge'): void => {
    if (!facts.fixtures.some((known) => known.kind === kind) && !facts.absent.includes(kind))
      facts.fixtures.push({ kind, place: {}, ...(kind === 'oven' ? { joined: 'with' as const } : {}) });
  };
  if (topic === 'appliances' || topic === 'appliances:sink') add('sink');
  if (topic !== 'appliances:sink') add('hob');
  if (topic === 'appliances') {
    add('oven');
    add('fridge');
  }
  return true;
}

import { isSameKitchen, type Order } from '#libs/furniture';
import type { Answer, Exchange } from '../../port.js';
import { NAMES, ordinalIn } from '../edits/refer.js';
import { type Lex, lexes } from '../lexicon/words.js';
import { normalise } from '../text/normalise.js';
import { has, is, type Token } from '../text/token.js';

/** Turns that changed the order, oldest first. */
const changes = (history: readonly Exchange[]): Exchange[] =>
  history.filter(({ order }, i) => {
    const before = history[i - 1]?.order;
    return order && !(before && isSameKitchen(before, order));
  });

const TOPICS: readonly Lex[] = [
  ...NAMES,
  ...lexes('top low facade worktop carcass light gola push ceiling window handle'),
];

/** «верни», «отмени», «назад», «как было», «откати»; «верни верхние» names what to restore. */
export const asksForRestore = (tokens: readonly Token[]): boolean =>
  has(tokens, 'restore') ||
  (has(tokens, 'was') && has(tokens, 'how')) ||
  (has(tokens, 'back') && (tokens.length <= 4 || has(tokens, 'remove', 'put', 'make')));

/** Restores the order from before the last change, or before the last change that mentioned the named thing. */
export function answerRestore(tokens: readonly Token[], history: readonly Exchange[], order: Order): Answer {
  const versions = changes(history);
  const numbered = byNumber(tokens, versions);
  const back = numbered ?? before(tokens, versions);
  if (!back?.order || isSameKitchen(back.order, order)) {
    return {
      kind: 'question',
      reply:
        versions.length < 2
          ? 'Это первый вариант кухни, возвращаться пока не к чему. Что в нём изменить?'
          : 'Кухня и так в этом виде. Что изменить?',
    };
  }
  return { kind: 'restore', turn: back.turn, reply: 'Кухня возвращена к прежнему варианту.' };
}

/** «отмени все изменения», «отмени всё». */
const everything = (tokens: readonly Token[]): boolean =>
  has(tokens, 'all') && tokens.some(({ text }) => /^(отмен|откат|изменени|правк)/.test(text));

/** «верни первый вариант», «вернись ко второму». */
function byNumber(tokens: readonly Token[], versions: readonly Exchange[]): Exchange | undefined {
  if (
    !tokens.some(({ text }) => /^(вариант|верси)/.test(text)) &&
    !tokens.some(({ text }) => /^(самом|самое|изначал|исходн)/.test(text)) &&
    !everything(tokens)
  )
    return undefined;
  if (everything(tokens) || tokens.some(({ text }) => /^(изначал|исходн)/.test(text))) return versions[0];
  const index = has(tokens, 'start') ? 0 : ordinalIn(tokens);
  return index === undefined ? versions.at(-2) : versions[index];
}

function before(tokens: readonly Token[], versions: readonly Exchange[]): Exchange | undefined {
  const wanted = tokens.flatMap((token) => (token.lex && TOPICS.includes(token.lex) ? [token.lex] : []));
  const colours = tokens.flatMap((token) => token.finish ?? []);
  if (wanted.length === 0 && colours.length === 0) return versions.at(-2);
  const about = versions.findLastIndex(({ words }, i) => {
    if (i === 0) return false;
    const message = normalise(words);
    return message.some((token) => is(token, ...wanted) || (token.finish && colours.includes(token.finish)));
  });
  return about > 0 ? versions[about - 1] : versions.at(-2);
}

const APPLIANCES = lexes('sink dishwasher hob oven stove washer fridge microwave');

/** «верни холодильник» where no version had one means adding it. */
export function restoreAsAddition(
  tokens: readonly Token[],
  history: readonly Exchange[],
  order: Order,
): readonly Token[] {
  const named = tokens.flatMap(({ lex }) => (lex && APPLIANCES.includes(lex) ? [lex] : []));
  const stood = (lex: Lex): boolean =>
    [order, ...history.map((exchange) => exchange.order)].some((one) => one?.items.some(({ kind }) => kind === lex));
  if (
    !has(tokens, 'restore') ||
    named.length === 0 ||
    named.some((lex) => is({ text: '', lex }, 'hob', 'stove', 'oven') === false && stood(lex))
  )
    return tokens;
  if (named.every(stood)) return tokens;
  return tokens.map((token) => (is(token, 'restore') ? { ...token, lex: 'add' as const } : token));
}

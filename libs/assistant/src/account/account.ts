import type { Finding } from '#libs/furniture';
import { conceptOf } from '../concepts/index.js';
import type { Meaning, Mention } from '../meaning/meaning.js';
import { wantedIn } from '../plan/mentions.js';
import type { AccountRequest, Exchange } from '../port.js';
import { changesOf, unitsOf } from '../units/changes.js';
import { type Standing, standingOf } from '../units/units.js';
import { admits } from './admitted.js';
import { type Unasked, unaskedOf } from './asked.js';
import { type Claim, claimsOf } from './claims.js';
import { holds } from './holds.js';

/** An earlier turn as far as the account needs it. */
interface PastTurn extends Pick<Exchange, 'status' | 'reply'> {
  readonly meaning: Meaning;
}

/** An order to be compared with words that were read; what its note admits is not missing. */
interface Accounted extends Omit<AccountRequest, 'words' | 'history'> {
  /** Oldest first. */
  readonly past: readonly PastTurn[];
  readonly meaning: Meaning;
}

/** What the words fixed and the order does not hold, and what changed unasked, as far as the note is silent about it. */
export interface Account {
  readonly unmet: readonly Claim[];
  readonly unasked: readonly Unasked[];
  /** Cooking appliances beyond those that were said. */
  readonly cookers: number;
  /** An edit after which everything stands as it stood, and nobody agreed to that. */
  readonly idle: boolean;
}

/** Compares an order with the words of its conversation. Pure; for the answers of any assistant. */
export function accountOf({ past, meaning, before: standing, after, note, agreed }: Accounted): Account {
  const anew = meaning.statements.some(({ say }) => say === 'anew');
  const before = standing && !anew ? standingOf(standing) : undefined;
  const now = standingOf(after);
  // Without an order all that was asked for still stands, with one the request that questions were asked about.
  const open = before ? past.slice(past.findLastIndex(({ status }) => status !== 'question') + 1) : past;
  const meaningsOf = (turns: readonly PastTurn[]): readonly Meaning[] => [
    ...turns.map((turn) => turn.meaning),
    meaning,
  ];
  const meanings = meaningsOf(open);
  const answers = meanings.slice(1).some(isAnswer);
  // Whoever answers a question may have given up a part of the request.
  const claims = claimsOf(before && isAnswer(meaning) ? [meaning] : meanings, before !== undefined);
  const question = open.map(({ reply = '' }) => reply).join('\n');
  const admitted = answers ? `${note}\n${question}` : note;
  const wanted = wantedOf(meaningsOf(past));
  const isLost = ({ element }: Claim): boolean => !holds(element, { now, before }) && !admits(admitted, element);
  // Where a thing was said to stand it stays, and what was refused stays away, whatever else is changed later.
  const lasting = before
    ? claimsOf(meaningsOf(past), true).filter(
        ({ element, pending }) =>
          pending &&
          LASTING.includes(element.is) &&
          // One of several that was to go is gone: that is told by what stood before, and over.
          !(element.is === 'none' && element.fewer) &&
          holds(element, { now: before, before: undefined }),
      )
    : [];
  const changes = before ? changesOf(before, now) : [];
  const unmet = [...claims, ...lasting].filter(isLost);
  const unasked = before ? unaskedOf({ before, now, changes, meanings, wanted, reply: note, question }) : [];
  return {
    idle: !agreed && before !== undefined && changes.length === 0,
    unmet: agreed
      ? unmet.flatMap((claim) => (claim.element.is === 'proportion' ? [] : [{ ...claim, pending: true }]))
      : unmet,
    unasked: agreed ? unasked.map((one) => ({ ...one, grave: false })) : unasked,
    // Whoever answers the question for two of them has said so.
    cookers: answers
      ? 0
      : Math.max(0, cookersIn(now) - Math.max(cookersSaid(wantedOf(meanings)), before ? cookersIn(before) : 1)),
  };
}

const LASTING: readonly Claim['element']['is'][] = ['place', 'sequence', 'none'];

const wantedOf = (meanings: readonly Meaning[]): readonly Mention[] =>
  meanings.flatMap(({ statements }) => statements.flatMap(wantedIn));

const isAnswer = ({ statements }: Meaning): boolean => statements.some(({ say }) => say === 'answer');

/** A hob over its oven is one, as is a stove. */
function cookersIn({ order }: Standing): number {
  const count = (kind: string): number => order.items.filter((item) => item.kind === kind).length;
  return count('stove') + Math.max(count('hob'), count('oven'));
}

/** Two where a hob and a stove were named, or several of one. */
function cookersSaid(wanted: readonly Mention[]): number {
  const most = (kind: string): number =>
    Math.max(0, ...wanted.map((thing) => (conceptOf(thing.concept)?.kind === kind ? (thing.count ?? 1) : 0)));
  return most('hob') + most('stove');
}

const VITAL: readonly Claim['element']['is'][] = ['walls', 'shape', 'number', 'proportion'];

/** Elements without which it is another kitchen: the walls, any size, and what stands on the floor. */
const isVital = ({ element, pending }: Claim): boolean => {
  if (pending) return false;
  if (element.is !== 'thing') return VITAL.includes(element.is);
  const concept = conceptOf(element.thing.concept);
  return concept?.kind !== undefined && concept.tier !== 'wall';
};

/** Whether the customer has to be asked before this is built; what else is missing, the note tells. */
export const mustAsk = ({ unmet, unasked, cookers, idle }: Account): boolean =>
  cookers > 0 || (idle && unmet.length > 0) || unmet.some(isVital) || unasked.some(({ grave }) => grave);

/** Findings for another attempt; empty where the order may be built as it is, or there is none. */
export function accountFindings(account: Account | undefined): Finding[] {
  const { unmet = [], unasked = [], cookers = 0 } = account ?? {};
  const problem = (code: string, msg: string, fixHint: string): Finding => ({
    code,
    severity: 'error',
    path: 'customer',
    msg,
    fixHint,
  });
  return [
    ...unmet.map(({ source: { text } }) =>
      problem('ACC-LOST', `Сказано «${text}»: в заказе этого нет, и в ответе об этом ни слова.`, DO_OR_TELL),
    ),
    ...unasked.flatMap(({ grave, change }) =>
      grave ? [problem('ACC-CHANGED', `Изменено без просьбы: ${changeWords(change)}.`, KEEP_OR_TELL)] : [],
    ),
    ...(cookers > 0 ? [problem('ACC-COOKERS', 'Варочных приборов больше, чем сказано.', ONE_COOKER)] : []),
  ];
}

const DO_OR_TELL = 'Сделать или сказать клиенту, что не сделано и почему.';
const KEEP_OR_TELL = 'Оставить как было, с тем же id, или сказать об этом клиенту.';
const ONE_COOKER = 'Одна плита или варочная панель с духовкой.';

/** A change by the ids and codes that a model knows: «became n4 BS 600 → n4 BS 800». */
function changeWords(change: Unasked['change']): string {
  const units = unitsOf(change).map(({ id, code, width }) => `${id} ${code} ${width}`);
  return units.length > 0 ? `${change.change} ${units.join(' → ')}` : JSON.stringify(change).replace(/["{}]/g, '');
}

import { listed, type Order } from '#libs/furniture';
import { unreadIn } from '../account/unread.js';
import { conceptOf } from '../concepts/index.js';
import { byKindOr } from '../meaning/cases.js';
import type { Meaning, Statement, Topic } from '../meaning/meaning.js';
import type { Act, Ask, Decision } from '../plan/decision.js';
import { wantedIn } from '../plan/mentions.js';
import { standingOf } from '../units/units.js';
import { assumedText, narrowText, notDoneText, unreadText } from './admissions.js';
import { answerText } from './answers.js';
import { questionOf } from './asks.js';
import { closingOf, errorsOf, explain, reasonsOf } from './findings.js';
import { mentionName } from './names.js';
import { offersText } from './offers.js';
import { APOLOGY, ASIDE, CLOSED, invite, PASSED_OVER, PICTURE, TALK } from './talk.js';

interface Context {
  readonly meaning: Meaning;
  /** The order that stands. */
  readonly order: Order | undefined;
}

/**
 * The reply to a message: answers, what was not done, and what is asked or offered. What stands after a build, and what an
 * edit changed, the note tells from the orders (note.ts).
 */
export function replyOf({ act, became, assumed }: Decision, { meaning, order }: Context): string {
  const { statements } = meaning;
  const builds = act.kind === 'operations' || act.kind === 'restore';
  const notDone = became.flatMap((one) =>
    one.is === 'not_done' ? [notDoneText(one.why, statements[one.statement ?? Number.NaN])] : [],
  );
  const answered = became.flatMap((one) => (one.is === 'answered' ? (statements[one.statement] ?? []) : []));
  const isOfMoney = act.kind === 'reply' && statements.some((said) => said.say === 'context' && said.of === 'money');
  const topics = answered.flatMap((said) => (said.say === 'talk' ? [said.topic] : []));
  if (isOfMoney && answered.length === 0) topics.push('price');
  const answers = answered.flatMap((said) =>
    said.say === 'question' && act.kind !== 'feasible' && (order || !builds)
      ? [answerText(order && standingOf(order), said, askedText(meaning, said))]
      : [],
  );
  const picture = !builds && assumed.some(({ assume }) => assume === 'picture_unread');
  if (picture && statements.length === 0) return PICTURE;
  const aside = topics.find((topic) => ASIDE.includes(topic));
  if (aside && !builds && statements.every(({ say }) => OF_NO_KITCHEN.includes(say) || aside === 'other_language'))
    return sentences([TALK[aside], aside === 'other_language' ? '' : invite(order !== undefined, true)]);
  const isOpen =
    act.kind === 'reply' && !topics.some((topic) => CLOSED.includes(topic)) && !answers.at(-1)?.endsWith('?');
  const isAside = topics.some((topic) => topic !== 'greeting');
  return sentences([
    picture ? PICTURE : '',
    ...talk(topics, builds),
    ...answers,
    builds ? '' : knownText(became.flatMap((one) => (one.is === 'known' ? (statements[one.statement] ?? []) : []))),
    ...notDone,
    ...acted(act, order),
    ...(builds ? [...assumed.map(assumedText), narrowText(meaning.narrow ?? []), unreadText(unreadIn(meaning))] : []),
    isOpen ? invite(order !== undefined, isAside) : '',
  ]);
}

/** «В заказе уже так: шкаф с сушкой.» */
function knownText(known: readonly Statement[]): string {
  const names = known.flatMap(wantedIn).flatMap((thing) => (conceptOf(thing.concept) ? [mentionName(thing)] : []));
  // «без неё», of what does not stand.
  if (known.some((said) => said.say === 'thing' && said.act === 'refuse')) return 'Хорошо, оставляю как есть.';
  return known.length === 0 ? '' : names.length === 0 ? 'В заказе уже так.' : `В заказе уже так: ${listed(names)}.`;
}

/** The words of a question with what follows them: «какая длина — столешницы». */
const askedText = ({ words }: Meaning, { source }: Statement): string =>
  words
    .slice(source.from, source.to + 2)
    .map(({ text }) => text)
    .join(' ')
    .toLowerCase();

const OF_NO_KITCHEN: readonly Statement['say'][] = ['talk', 'context', 'question', 'answer'];

/** Each sentence once, as one text. */
const sentences = (list: readonly string[]): string =>
  [...new Set(list.flatMap((text) => text.split(/(?<=[.!?]) (?=[А-ЯЁ«])/)))].filter(Boolean).join(' ');

function talk(topics: readonly Topic[], builds: boolean): string[] {
  if (!builds) return topics.map((topic) => TALK[topic]);
  return topics.flatMap((topic) =>
    PASSED_OVER.includes(topic) ? [] : CLOSED.includes(topic) ? [APOLOGY] : [TALK[topic]],
  );
}

/** The question alone, where its choices follow. */
const withoutList = (ask: Ask): Ask =>
  ask.ask === 'which' ? { ...ask, nodes: [] } : ask.ask === 'width' ? { ...ask, made: [] } : ask;

/** What is asked, offered or declined. */
const acted = byKindOr<Act, 'kind', readonly string[], [order: Order | undefined]>(
  'kind',
  {
    restore: () => ['Вернул, как было.'],
    ask({ asks, findings = [], offers = [] }, order) {
      // A width that is not made is its question's own reason.
      const reasons = errorsOf(findings).length > 0 && asks.every((one) => one.ask !== 'width');
      const choices = offersText(offers, order);
      const questions = asks.map((one) => questionOf(choices ? withoutList(one) : one, order));
      return [reasons ? reasonsOf(findings) : '', ...questions, choices, offers.length === 1 ? 'Сделать так?' : ''];
    },
    refused({ findings, missing, offers }, order) {
      const short = missing ? `Так не поместится. Не хватает ${missing} мм.` : reasonsOf([]);
      return [findings.length > 0 ? reasonsOf(findings) : short, offersText(offers, order), closingOf(findings)];
    },
    feasible({ already, fits, findings, offers }, order) {
      if (already) return ['Да, это уже есть в кухне.'];
      if (fits) return ['Да, поместится.', 'Поставить?'];
      const choices = offersText(offers, order);
      return [`Нет, так не поместится. ${reasonsOf(findings)}`, choices, choices ? 'Сделать?' : ''];
    },
    decline: ({ finding }) => [explain([finding], []).replace(/ Как поступим\?$/, ''), 'Так не делаем.'],
  },
  () => [],
);

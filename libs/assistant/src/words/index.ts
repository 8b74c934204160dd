import { listed, type Order } from '#libs/furniture';
import { unreadIn } from '../account/unread.js';
import { conceptOf } from '../concepts/index.js';
import { byKindOr } from '../meaning/cases.js';
import type { Meaning, Mention, Statement, Topic } from '../meaning/meaning.js';
import type { Act, Ask, Decision, Offer } from '../plan/decision.js';
import { wantedIn } from '../plan/mentions.js';
import { meant } from '../units/meant.js';
import { standingOf } from '../units/units.js';
import { assumedText, narrowText, notDoneText, unreadText } from './admissions.js';
import { answerText, LATER } from './answers.js';
import { offersText, questionOf } from './asks.js';
import { closingOf, errorsOf, explain, reasonsOf } from './findings.js';
import { mentionName, placedName, unitName } from './names.js';

/**
 * The reply to a message: answers, what was not done, and what is asked or offered. What stands after a build, and what an
 * edit changed, the note tells from the orders (note.ts).
 * @param order that stands.
 */
export function replyOf({ act, became, assumed }: Decision, meaning: Meaning, order: Order | undefined): string {
  const { statements } = meaning;
  const builds = act.kind === 'operations' || act.kind === 'restore';
  const notDone = became.flatMap((one) =>
    one.is === 'not_done' ? [notDoneText(one.why, statements[one.statement ?? Number.NaN])] : [],
  );
  const thatBecame = (is: 'answered' | 'known'): readonly Statement[] =>
    became.flatMap((one) => (one.is === is ? (statements[one.statement] ?? []) : []));
  const answered = thatBecame('answered');
  const isOfMoney = act.kind === 'reply' && statements.some((said) => said.say === 'context' && said.of === 'money');
  const topics = answered.flatMap((said) => (said.say === 'talk' ? [said.topic] : []));
  if (isOfMoney && answered.length === 0) topics.push('price');
  const all = answered.flatMap((said) =>
    said.say === 'question' && act.kind !== 'feasible' && (order || !builds)
      ? [answerText(order && standingOf(order), said, askedText(meaning, said))]
      : [],
  );
  const answers = all.filter((text) => text !== LATER || all.every((other) => other === LATER));
  const picture = !builds && assumed.some(({ assume }) => assume === 'picture_unread');
  if (picture && statements.length === 0) return pictureText(statements);
  const aside = topics.find((topic) => ASIDE.includes(topic));
  if (aside && !builds && statements.every(({ say }) => OF_NO_KITCHEN.includes(say) || aside === 'other_language'))
    return sentences([TALK[aside], aside === 'other_language' ? '' : invite(order, true)]);
  const isOpen =
    act.kind === 'reply' && !topics.some((topic) => CLOSED.includes(topic)) && !answers.at(-1)?.endsWith('?');
  const isAside = topics.some((topic) => topic !== 'greeting');
  return sentences([
    picture ? pictureText(statements) : '',
    ...topics.map((topic) => talkText(topic, builds)),
    ...answers,
    builds ? '' : knownText(thatBecame('known'), order),
    ...notDone,
    ...acted(act, order),
    ...(builds ? [...assumed.map(assumedText), narrowText(meaning.narrow ?? []), unreadText(unreadIn(meaning))] : []),
    isOpen ? invite(order, isAside) : '',
  ]);
}

/** «: холодильник 600 (справа от мойки 600)» */
function whatFits([offer]: readonly Offer[], order: Order | undefined): string {
  if (!offer || !order) return '';
  const before = new Set(standingOf(order).units.map(({ id }) => id));
  const made = standingOf(offer.made);
  const added = made.floor.filter(({ id, isFiller }) => !isFiller && !before.has(id));
  return added.length > 0 ? `: ${listed(added.map((unit) => placedName(made, unit)))}` : '';
}

const ROWS = { base: 'нижние шкафы', wall: 'верхние шкафы', tall: 'пеналы', upper: 'антресоли' } as const;

/** «В заказе уже так: шкаф с сушкой 600.» */
function knownText(known: readonly Statement[], order: Order | undefined): string {
  const standing = (thing: Mention): string[] => {
    const units = order ? meant(order, thing) : [];
    return units.length > 0 ? units.map((unit) => unitName(unit)) : [mentionName(thing)];
  };
  const names = known.flatMap((said) =>
    said.say === 'row'
      ? [ROWS[said.tier]]
      : wantedIn(said).flatMap((thing) => (conceptOf(thing.concept) ? standing(thing) : [])),
  );
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

function talkText(topic: Topic, builds: boolean): string {
  if (builds && PASSED_OVER.includes(topic)) return '';
  return builds && CLOSED.includes(topic) ? 'Простите за неудобство.' : TALK[topic];
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
      if (already) return ['Да, встанет: это уже есть в кухне.'];
      if (fits) return [`Да, поместится${whatFits(offers, order)}.`, 'Поставить?'];
      const choices = offersText(offers, order);
      return [`Нет, так не поместится. ${reasonsOf(findings)}`, choices, choices ? 'Сделать?' : ''];
    },
    decline: ({ finding }) => [explain([finding], []).replace(/ Как поступим\?$/, ''), 'Так не делаем.'],
  },
  () => [],
);

/** An invitation to go on; `aside`: after something else than kitchens was spoken of. */
function invite(order: Order | undefined, aside: boolean): string {
  if (order) return 'Что изменить в кухне?';
  return aside
    ? 'Если нужна кухня, опишите её: длину стены и что в ней должно быть.'
    : 'Расскажите о кухне: какой длины стена и какая техника нужна?';
}

/** What is said to small talk and to what is no order; each ends with an invitation where it is all that was said. */
const TALK: Readonly<Record<Topic, string>> = {
  greeting: 'Здравствуйте!',
  thanks: 'Пожалуйста, рад помочь! Если захотите что-то поменять, просто напишите.',
  praise: 'Спасибо, приятно слышать! Если захотите что-то поменять, просто напишите.',
  complaint:
    'Простите, что так вышло. Напишите, что не так в проекте, и я исправлю; с готовым заказом поможет менеджер салона.',
  swearing: 'Понимаю, что досадно. Напишите, что сделать иначе, и я исправлю.',
  price: 'Цену здесь не считаем: её назовёт менеджер салона, она зависит от материалов и фурнитуры.',
  discount: 'Об акциях и особых условиях расскажет менеджер салона.',
  delivery: 'О доставке расскажет менеджер салона: куда и когда привозят, знает он.',
  installation: 'Сборку и установку организует салон, подробности подскажет менеджер.',
  deadline: 'Сроки назовёт менеджер салона, когда кухня будет согласована.',
  warranty: 'О гарантии и ремонте расскажет менеджер салона.',
  payment: 'Об оплате и договоре расскажет менеджер салона.',
  measuring: 'На замер приезжает мастер салона: договориться поможет менеджер.',
  hardware:
    'Материал фасадов и столешницы (МДФ, ЛДСП и другие), петли и направляющие подбирает салон: обсудите их с менеджером.',
  who: 'Я помощник салона: собираю кухню по вашему описанию и меняю её по вашим словам.',
  human: 'Менеджер салона поможет лично, а я пока могу собрать кухню по вашему описанию.',
  other_furniture: 'К сожалению, такую мебель не делаем: я помогаю только с кухонными гарнитурами.',
  other_language: 'Напишите, пожалуйста, по-русски: другие языки я понимаю плохо.',
  off_topic: 'С этим не помогу: я собираю только кухонные гарнитуры.',
  injection: 'С такой просьбой не помогу: я только собираю кухни.',
  drawing: 'Чертёж и вид кухни обновляются после каждого изменения, их покажет салон.',
};

/** Topics after which nothing is asked: the customer did not come for an answer. */
const CLOSED: readonly Topic[] = ['thanks', 'praise', 'complaint', 'swearing'];
/** Topics after which nothing of a kitchen is asked for, unless the message speaks of one too. */
const ASIDE: readonly Topic[] = ['off_topic', 'other_furniture', 'injection', 'other_language'];
/** Topics that want no sentence beside a kitchen that was built. */
const PASSED_OVER: readonly Topic[] = [
  'greeting',
  'thanks',
  'praise',
  'other_language',
  'injection',
  'off_topic',
  'drawing',
];

/** A picture without words: it is read by the other assistant only. */
const pictureText = (said: readonly Statement[]): string =>
  `Картинку вижу, но прочитать её не получится: опишите кухню словами — ${said.some(({ say }) => say === 'walls') ? '' : 'длину стены и '}что стоит слева направо.`;

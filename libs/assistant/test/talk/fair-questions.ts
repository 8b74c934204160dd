import { sentencesOf, TOPICS } from './wording.js';

/** A question that a good salesperson may ask where the words left it open, and the customer's answer. */
interface FairQuestion {
  readonly asks: RegExp;
  /** It is about something that was said, … */
  readonly needs?: RegExp;
  /** … and that was not said yet. */
  readonly unless: RegExp;
  /** The words themselves answer it. */
  readonly answered?: RegExp;
  readonly answer: string;
  /** The elements that the answer fixes. */
  readonly adds?: readonly string[];
}

const FAIR: readonly FairQuestion[] = [
  {
    asks: /газ|электрич|индукц/i,
    needs: /^has:(cooker|hob|stove|oven)/,
    unless: /^fuel:/,
    answer: 'электрическая',
    adds: ['fuel:electric'],
  },
  {
    asks: /холодильник/i,
    needs: /^has:fridge(?!=)/,
    unless: /^has:(NF|TF|fridge=)/,
    answer: 'холодильник отдельно стоящий, 60 см',
    adds: ['has:NF=600'],
  },
  {
    asks: /посудомо/i,
    needs: /^has:dishwasher$/,
    unless: /^has:dishwasher=/,
    answer: 'посудомойка 60 см',
    adds: ['has:dishwasher=600'],
  },
  {
    asks: /мойк|раковин/i,
    needs: /^has:sink$/,
    unless: /^(has:sink=|corner:sink)/,
    answer: 'мойка 60 см',
    adds: ['has:sink=600'],
  },
  {
    asks: /плит/i,
    needs: /^has:cooker/,
    unless: /^has:(stove|hob|oven|cooker=)/,
    answer: 'плита отдельно стоящая, 60 см',
    adds: ['has:stove=600'],
  },
  { asks: /варочн|панел/i, needs: /^has:hob$/, unless: /^has:hob=/, answer: 'варочная на 60 см' },
  {
    asks: /верхн|навесн/i,
    unless: /^(has|no):(upper|shelves|W|top|dryer|glass|lift)/,
    answer: 'верхние шкафы нужны',
    adds: ['has:upper'],
  },
  { asks: /вытяж/i, unless: /^(has|no):hood/, answer: 'вытяжка нужна', adds: ['has:hood'] },
  { asks: /потол/i, unless: /^ceiling:/, answer: 'потолок 2,7 м', adds: ['ceiling:2700'] },
  {
    asks: /окн|окон|двер|труб|короб|стояк|препятств/i,
    unless: /^(obst|under|told|clear):/,
    answer: 'окон, дверей и труб на этой стене нет',
  },
  {
    asks: /прям|углов|форм/i,
    needs: /^walls:[\d.]+$/,
    unless: /^(no:)?corner/,
    answered: /прям|углов|угол/i,
    answer: 'прямая, вдоль одной стены',
  },
  { asks: /бок|торц|упира/i, unless: /^ends:/, answer: 'стен по бокам нет' },
  {
    asks: /слева|справа|сторон|кра[йею]|где (?:будет|поставить|разместить)/i,
    unless: /^(order|seq|half|end|between):/,
    answer: 'как вам удобнее',
  },
];

/** «Что-нибудь изменить?» after an answer is no question. */
const POLITE = /что-нибудь изменить|что (?:ещё|еще) (?:изменить|добавить)/i;
const WHICH_APPLIANCES = /как(?:ая|ую|ой)[^?]{0,12}техник/i;

export interface CustomerReply {
  readonly say: string;
  readonly adds: readonly string[];
}

/** The customer's answer if each question was left open by the words; else none: it asks for what was said. */
export function fairAnswer(note: string, said: readonly string[], words: string): CustomerReply | undefined {
  const questions = sentencesOf(note).filter((one) => one.includes('?') && !POLITE.test(one));
  const answers = questions.flatMap((question) => openQuestion(question, said, words) ?? []);
  if (questions.length === 0 || answers.length < questions.length) return undefined;
  return {
    say: [...new Set(answers.map(({ answer }) => answer))].join(', '),
    adds: answers.flatMap(({ adds = [] }) => adds),
  };
}

function openQuestion(question: string, said: readonly string[], words: string): FairQuestion | undefined {
  const isSaid = (element: RegExp): boolean => said.some((one) => element.test(one));
  if (WHICH_APPLIANCES.test(question) && isSaid(/^has:(cooker|hob|stove|oven)/)) return undefined;
  if (TOPICS.length?.test(question) && isSaid(/^walls/)) return undefined;
  return FAIR.find(
    ({ asks, needs, unless, answered }) =>
      asks.test(question) && said.length > 0 && (!needs || isSaid(needs)) && !isSaid(unless) && !answered?.test(words),
  );
}

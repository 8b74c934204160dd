import { type BriefWall, type Finding, findModule, isMadeWidth, STANDARD } from '#libs/furniture';
import type { Facts, FixtureFact, ObstacleFact } from './facts.js';
import { obstacleOf } from './obstacles.js';
import type { WallQuestion } from './walls.js';
import { nicheWidth, unmadeWidth } from './width.js';

/** A question about the brief, most pressing first; one or two per turn (spec.md, outcome statuses). */
export type Question = { readonly topic: string; readonly text: string; readonly findings?: readonly Finding[] };

const SHAPES = 'прямая, угловая или П-образная';

const WALLS: Readonly<Record<WallQuestion, (facts: Facts) => string>> = {
  length: (facts) =>
    facts.shape === 'corner' ? 'Какой длины обе стены угловой кухни?' : 'Какой длины стена под кухню?',
  length_and_shape: () => `Какой длины стена под кухню и какой формы она будет: ${SHAPES}?`,
  shape: (facts) => `Кухня будет угловая ${sizes(facts)} или прямая вдоль одной стены? Если прямая, какой длины стена?`,
  second_length: (facts) => `Одна сторона угловой кухни ${sizes(facts)}. Какой длины вторая стена?`,
  u_lengths: () => 'Для П-образной кухни нужны три размера: какой длины левая, средняя и правая стена?',
  contradiction: (facts) =>
    facts.shape === 'straight'
      ? `Прямая кухня стоит вдоль одной стены, а размеров названо несколько (${sizes(facts)}). Кухня прямая или угловая, и какой длины каждая стена?`
      : `Размеров названо больше, чем стен (${sizes(facts)}). Какой формы кухня (${SHAPES}) и какой длины каждая стена?`,
  room: () =>
    `Похоже, это размер помещения. Вдоль какой стены ставим кухню, какой она длины и какой формы кухня: ${SHAPES}?`,
  units: (facts) =>
    facts.unclear.some(({ quantity }) => quantity.unit)
      ? `Стену ${facts.unclear.map(({ text }) => text).join(' и ')} собрать не получится: делаем ряды от 0,4 до 12 метров. Какой она длины, в метрах или миллиметрах?`
      : `Уточните, пожалуйста, длину стены: ${facts.unclear.map(({ text }) => text).join(' и ')} — это метры, сантиметры или миллиметры? Собираем ряды от 0,4 до 12 метров.`,
};

const sizes = (facts: Facts): string => `${[...Object.values(facts.named), ...facts.lengths].join(' на ')} мм`;

export const wallQuestion = (question: WallQuestion, facts: Facts): Question => ({
  topic: question,
  text: WALLS[question](facts),
});

const WINDOW = 'На каком расстоянии от левого угла начинается окно, какой оно ширины и на какой высоте подоконник?';

/** Asks for the missing place or size of an obstacle. */
export function obstacleQuestion(fact: ObstacleFact, facts: Facts): Question {
  if (fact.kind === 'window') {
    const { at, width, centred } = fact;
    if ((at || centred) && width === undefined)
      return { topic: 'window', text: 'Какой ширины окно и на какой высоте подоконник?' };
    if (width !== undefined)
      return {
        topic: 'window',
        text: 'На каком расстоянии от левого угла начинается окно и на какой высоте подоконник?',
      };
    return { topic: 'window', text: WINDOW };
  }
  if (fact.kind === 'boiler') {
    const pipe = facts.obstacles.some(({ kind }) => kind === 'gas_pipe');
    const text =
      fact.beside && pipe
        ? 'Котёл слева или справа от трубы, и на каком расстоянии?'
        : 'Где стоит котёл: сколько от левого угла до его края?';
    return { topic: 'boiler', text };
  }
  const names: Partial<Record<ObstacleFact['kind'], string>> = {
    door: 'дверь',
    riser: 'короб или стояк',
    gas_pipe: 'газовая труба',
    radiator: 'батарея',
    socket: 'розетка',
    water: 'вывод воды',
    niche: 'ниша',
  };
  const name = names[fact.kind] ?? 'препятствие';
  const size =
    fact.width === undefined && !['door', 'gas_pipe', 'socket', 'water'].includes(fact.kind)
      ? ` и каких ${fact.kind === 'riser' ? 'ширины и глубины' : 'размеров'}`
      : '';
  return {
    topic: fact.kind,
    text: `Где ${name}: сколько от левого угла${size === '' && fact.kind !== 'door' ? '' : ' до края'}${size}?`,
  };
}

/** A kitchen needs at least a sink and something to cook on. */
function applianceQuestion(facts: Facts): Question | undefined {
  const has = (...kinds: string[]): boolean =>
    facts.fixtures.some(({ kind, code }) => kinds.includes(kind) || (code && kinds.includes(code))) ||
    kinds.some((kind) => facts.absent.includes(kind));
  const [sink, cook] = [has('sink', STANDARD.sink, STANDARD.cornerSink), has('hob', 'stove')];
  if (!sink && !cook)
    return {
      topic: 'appliances',
      text: 'Какая техника будет: мойка, варочная и духовка, посудомойка, холодильник — и что из неё встроенное?',
    };
  if (!cook && facts.fixtures.some(({ kind }) => kind === 'oven'))
    return { topic: 'appliances:fuel', text: 'Варочная панель какая: газовая, электрическая или индукционная?' };
  if (!cook)
    return {
      topic: 'appliances:cook',
      text: 'Какая ещё техника будет: варочная и духовка или плита, посудомойка, холодильник?',
    };
  return sink
    ? undefined
    : { topic: 'appliances:sink', text: 'Мойка в этой кухне нужна? Если да, какой ширины тумба под неё?' };
}

/** Module with a fixed list of widths; for other appliances the unit follows the appliance. */
const codeOf = ({ kind, code, place }: FixtureFact): string | undefined =>
  kind === 'unit'
    ? code
    : kind === 'dishwasher'
      ? STANDARD.dishwasher
      : kind === 'sink' && place.where !== 'corner'
        ? STANDARD.sink
        : undefined;

/** The first fixture in a width that is not made. */
export const unmadeIn = ({ fixtures }: Facts): FixtureFact | undefined =>
  fixtures.find((fact) => {
    const module = findModule(codeOf(fact) ?? '');
    const w =
      fact.kind === 'dishwasher' && fact.width !== undefined ? nicheWidth(STANDARD.dishwasher, fact.width) : fact.width;
    return module !== undefined && w !== undefined && !isMadeWidth(module, w);
  });

function widthQuestion(fact: FixtureFact): Question | undefined {
  if (fact.kind === 'dishwasher')
    return { topic: 'width', text: 'Посудомойки бывают шириной 45 и 60 сантиметров: какую поставить?' };
  const unmade = unmadeWidth(codeOf(fact) ?? '', fact.width ?? 0, 'runs');
  return unmade && { topic: 'width', text: `${unmade.text} мм. Какую сделать?`, findings: unmade.findings };
}

/** All questions to ask before a kitchen on these walls can be laid out. */
export function missingOf(facts: Facts, walls: readonly BriefWall[]): Question[] {
  const questions: Question[] = [];
  const wantsWindow = facts.fixtures.some(({ place }) => place.where === 'window');
  if (wantsWindow && !facts.obstacles.some(({ kind }) => kind === 'window'))
    questions.push({ topic: 'window', text: WINDOW });
  for (const fact of facts.obstacles) {
    const ready = obstacleOf(fact, facts, walls);
    if (!ready || (fact.kind === 'riser' && fact.depth === undefined)) questions.push(obstacleQuestion(fact, facts));
  }
  const unmade = unmadeIn(facts);
  const width = unmade && widthQuestion(unmade);
  if (width) questions.push(width);
  const appliances = applianceQuestion(facts);
  if (appliances) questions.push(appliances);
  return questions;
}

import { type Alternative, capital, type Finding, findModule, modules, type RuleCode } from '#libs/furniture';
import { inflect } from '../rules/morphology.js';
import { joined, listing, nameOfCode } from './names.js';

/** What a customer is told of a warning; those that are not here are the workshop's and stay in `findings`. */
const WARNINGS: Readonly<Partial<Record<string, string>>> = {
  'HOB-WINDOW': 'Газовая плита близко к окну: лучше отодвинуть её на полметра.',
  'HOB-SINK': 'Мойка и плита близко друг к другу: удобнее, когда между ними хотя бы полметра.',
  'HOB-FRIDGE': 'Холодильник близко к плите.',
  'HOB-TALL': 'Пенал или стена близко к плите.',
  'HOOD-W': 'Вытяжка уже плиты или не точно над ней.',
  'FR-LAND': 'У холодильника некуда поставить продукты.',
  'FR-OVEN': 'Духовка рядом с холодильником будет его греть.',
  'DW-SINK': 'Посудомойка далеко от мойки: подключить её сложнее.',
  'DW-CORNER': 'Открытая посудомойка перекроет проход у угла.',
  'SINK-NONE': 'Посудомойка есть, а мойки рядом с ней нет.',
  'GEO-WALLFILL': 'Крайний шкаф у стены откроется не полностью.',
  'GEO-DOORCLR': 'Кухня вплотную к двери: наличнику не хватает места.',
  'OBS-RAD': 'У батареи в столешнице понадобится решётка.',
  'OBS-SOCK': 'Розетка окажется за техникой или ящиком: её лучше перенести.',
  'OBS-SOCKGAS': 'Розетка близко к газовой трубе: её лучше перенести.',
  'OBS-WATER': 'Выводы воды окажутся не за мойкой: их придётся перенести.',
  'OBS-SWING': 'Дверь комнаты и дверца техники могут мешать друг другу.',
  'ERG-AISLE': 'Проход между рядами узкий.',
  'ERG-WALK': 'Проход узкий, удобно от 90 см.',
  'ERG-TALL': 'Пенал стоит между мойкой и плитой: удобнее, когда он с краю.',
} satisfies Partial<Record<RuleCode, string>>;

/** Warnings as a customer hears them, each once. */
export const warningsOf = (findings: readonly Finding[]): string[] => [
  ...new Set(findings.flatMap(({ severity, code }) => (severity === 'warning' ? (WARNINGS[code] ?? []) : []))),
];

/** Closing question by finding code. */
const CLOSING_QUESTIONS: Readonly<Record<string, string>> = {
  'GEO-SUM': 'Что выберете: сузить, заменить или убрать?',
  'GEO-WIDTH': 'Какую ширину сделать?',
  'OBS-SILL': 'Проверьте высоту подоконника или скажите, куда поставить мойку, если не под окно.',
  'ERG-AISLE': 'Какую форму выбрать: угловую или прямую, или стены длиннее?',
  'OBS-BOILER': 'Где точно стоит котёл?',
};
export const closingOf = (findings: readonly Finding[]): string =>
  CLOSING_QUESTIONS[errorsOf(findings)[0]?.code ?? ''] ?? 'Как поступим?';

/** Alternatives per reply. */
const MAX_ALTERNATIVES = 4;

/** Codes of units as the checks write them. */
const CODES = new RegExp(
  `(?<![А-ЯЁа-яё])(?:${modules()
    .map(({ code }) => code)
    .sort((a, b) => b.length - a.length)
    .join('|')})(?![А-ЯЁа-яё\\d])`,
  'g',
);

/** A text of the checks in a customer's words: no codes of units, walls or sizes of niches by letters. */
const plainly = (text: string): string =>
  capital(
    text
      .replace(CODES, (code) => inflect(nameOfCode(findModule(code)?.ascii ?? code)))
      .replace(/ стен([аеыу]) [A-D](?![A-Za-z])/gi, ' стен$1'),
  );

/** A sentence as a part of another one. */
export const uncapital = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1);

const withFullStop = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
export const reasonOf = ({ msg }: Pick<Finding, 'msg'>): string => withFullStop(plainly(msg));

export const errorsOf = (findings: readonly Finding[]): Finding[] =>
  findings.filter(({ severity }) => severity === 'error');

/** The first error as the reason, in one sentence (furniture.ru.md, section 2: one main message). */
export function whyOf(findings: readonly Finding[]): string {
  const main = errorsOf(findings)[0];
  return main ? reasonOf(main) : 'Просьба противоречит правилам сборки.';
}

/** Reasons of a refusal, the main one first. */
export function reasonsOf(findings: readonly Finding[]): string {
  const reasons = [...new Set(errorsOf(findings).map(reasonOf))];
  return reasons.length > 0 ? reasons.slice(0, 2).join(' ') : 'Так не помещается.';
}

/** A refusal as a question: main reasons, alternatives, what to choose. */
export function explain(findings: readonly Finding[], alternatives: readonly Alternative[]): string {
  const ways = new Set(alternatives.map(({ text }) => uncapital(plainly(text.replace(/[.;]$/, '')))));
  const hint = errorsOf(findings)[0]?.fixHint;
  const hinted = hint ? `Можно так: ${reasonOf({ msg: hint })}` : '';
  const offered = listing('Можно так', [...ways].slice(0, MAX_ALTERNATIVES), '; ');
  return joined([reasonsOf(findings), offered || hinted, closingOf(findings)]);
}

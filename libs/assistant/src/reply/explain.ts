import type { Alternative, Finding } from '#libs/furniture';

/** What is asked after each kind of finding; the rest get the last one. */
const CLOSING: Readonly<Record<string, string>> = {
  'GEO-SUM': 'Что выберете: сузить, заменить или убрать?',
  'GEO-WIDTH': 'Какую ширину сделать?',
  'OBS-SILL': 'Проверьте высоту подоконника или скажите, куда поставить мойку, если не под окно.',
  'ERG-AISLE': 'Какую форму выбрать: угловую или прямую, или стены длиннее?',
  'OBS-BOILER': 'Где точно стоит котёл?',
};
const OTHERWISE = 'Как поступим?';

/** Ways out told at once: more confuse. */
const WAYS = 4;

const stop = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

export const errorsOf = (findings: readonly Finding[]): Finding[] =>
  findings.filter(({ severity }) => severity === 'error');

/** Why it cannot be built, in one sentence: the first error (furniture.ru.md, section 2: one main message). */
export function whyOf(findings: readonly Finding[]): string {
  const main = errorsOf(findings)[0];
  return main ? stop(main.msg) : 'Просьба противоречит правилам сборки.';
}

/** A refusal as a question: the main reason, lawful ways out, what the customer should choose. */
export function explain(findings: readonly Finding[], alternatives: readonly Alternative[]): string {
  const errors = errorsOf(findings);
  const main = errors[0];
  const others = [...new Set(errors.slice(1).map(({ msg }) => stop(msg)))]
    .filter((msg) => msg !== main?.msg)
    .slice(0, 2);
  const ways = alternatives.slice(0, WAYS).map(({ text }) => text.replace(/[.;]$/, ''));
  return [
    main ? stop(main.msg) : 'Так не помещается.',
    ...others,
    ways.length > 0 ? `Можно так: ${ways.join('; ')}.` : main?.fixHint ? `Можно так: ${stop(main.fixHint)}` : '',
    CLOSING[main?.code ?? ''] ?? OTHERWISE,
  ]
    .filter(Boolean)
    .join(' ');
}

import type { Alternative, Finding } from '#libs/furniture';

/** Closing question by finding code. */
const CLOSING_QUESTIONS: Readonly<Record<string, string>> = {
  'GEO-SUM': 'Что выберете: сузить, заменить или убрать?',
  'GEO-WIDTH': 'Какую ширину сделать?',
  'OBS-SILL': 'Проверьте высоту подоконника или скажите, куда поставить мойку, если не под окно.',
  'ERG-AISLE': 'Какую форму выбрать: угловую или прямую, или стены длиннее?',
  'OBS-BOILER': 'Где точно стоит котёл?',
};
const DEFAULT_QUESTION = 'Как поступим?';

/** Alternatives per reply. */
export const MAX_ALTERNATIVES = 4;

const withFullStop = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

export const errorsOf = (findings: readonly Finding[]): Finding[] =>
  findings.filter(({ severity }) => severity === 'error');

/** The first error as the reason, in one sentence (furniture.ru.md, section 2: one main message). */
export function whyOf(findings: readonly Finding[]): string {
  const main = errorsOf(findings)[0];
  return main ? withFullStop(main.msg) : 'Просьба противоречит правилам сборки.';
}

/** A refusal as a question: main reason, alternatives, what to choose. */
export function explain(findings: readonly Finding[], alternatives: readonly Alternative[]): string {
  const errors = errorsOf(findings);
  const main = errors[0];
  const others = [...new Set(errors.slice(1).map(({ msg }) => withFullStop(msg)))]
    .filter((msg) => msg !== main?.msg)
    .slice(0, 2);
  const ways = alternatives.slice(0, MAX_ALTERNATIVES).map(({ text }) => text.replace(/[.;]$/, ''));
  return [
    main ? withFullStop(main.msg) : 'Так не помещается.',
    ...others,
    ways.length > 0
      ? `Можно так: ${ways.join('; ')}.`
      : main?.fixHint
        ? `Можно так: ${withFullStop(main.fixHint)}`
        : '',
    CLOSING_QUESTIONS[main?.code ?? ''] ?? DEFAULT_QUESTION,
  ]
    .filter(Boolean)
    .join(' ');
}

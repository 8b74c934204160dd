import { useTranslation } from 'react-i18next';

const LOCALES: Record<string, string> = { ru: 'ru-RU', en: 'en-GB' };
const DAY_MS = 24 * 60 * 60_000;

export type Format = ReturnType<typeof make>;

/** Numbers and times as the chosen language writes them; times in the reader's own zone. */
export function useFormat(): Format {
  const { i18n } = useTranslation();
  return formatOf(LOCALES[i18n.language] ?? 'ru-RU');
}

const made = new Map<string, Format>();

/** Made once a language: a table has a time in every row, and to make its format takes longer than to write it. */
function formatOf(locale: string): Format {
  const known = made.get(locale) ?? make(locale);
  made.set(locale, known);
  return known;
}

/** On one line, wherever it stands. */
const unbroken = (text: string) => text.replaceAll(' ', '\u00a0');

function make(locale: string) {
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const dayOfChart = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  const unit = (name: 'millisecond' | 'second' | 'day', digits = 0) => {
    const format = new Intl.NumberFormat(locale, {
      style: 'unit',
      unit: name,
      unitDisplay: 'narrow',
      maximumFractionDigits: digits,
    });
    return (value: number) => unbroken(format.format(value));
  };
  const milliseconds = unit('millisecond');
  const seconds = unit('second');
  const fewSeconds = unit('second', 1);
  const days = unit('day');
  return {
    number: (value: number, digits = 0) =>
      (digits === 0 ? whole : new Intl.NumberFormat(locale, { maximumFractionDigits: digits })).format(value),
    percent: (share: number) =>
      new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(share),
    money: (usd: number) =>
      new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', maximumFractionDigits: 4 }).format(usd),
    time: (iso: string) => unbroken(time.format(new Date(iso))),
    day: (iso: string) => unbroken(day.format(new Date(iso))),
    /** A day of a chart: 2031-01-31, in UTC. */
    dayOfChart: (of: string) => dayOfChart.format(new Date(`${of}T00:00:00Z`)),
    duration: (ms: number) => {
      if (ms < 1_000) return milliseconds(ms);
      if (ms < 10_000) return fewSeconds(ms / 1000);
      return ms < DAY_MS ? seconds(ms / 1000) : days(ms / DAY_MS);
    },
  };
}

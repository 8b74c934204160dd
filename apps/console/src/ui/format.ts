import { useTranslation } from 'react-i18next';

const LOCALES: Record<string, string> = { ru: 'ru-RU', en: 'en-GB' };
const DAY_MS = 24 * 60 * 60_000;

export type Format = ReturnType<typeof useFormat>;

/** Numbers and times as the chosen language writes them; times in the reader's own zone. */
export function useFormat() {
  const { i18n } = useTranslation();
  const locale = LOCALES[i18n.language] ?? 'ru-RU';
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const dayOfChart = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const unit = (name: 'millisecond' | 'second' | 'day', value: number, digits = 0) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'narrow', maximumFractionDigits: digits })
      .format(value)
      .replaceAll(' ', '\u00a0');
  return {
    number: (value: number, digits = 0) =>
      new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(value),
    percent: (share: number) =>
      new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(share),
    money: (usd: number) =>
      new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', maximumFractionDigits: 4 }).format(usd),
    time: (iso: string) => time.format(new Date(iso)),
    day: (iso: string) => day.format(new Date(iso)),
    /** A day of a chart: 2031-01-31, in UTC. */
    dayOfChart: (of: string) => dayOfChart.format(new Date(`${of}T00:00:00Z`)),
    duration: (ms: number) => {
      if (ms < 1_000) return unit('millisecond', ms);
      if (ms < DAY_MS) return unit('second', ms / 1000, ms < 10_000 ? 1 : 0);
      return unit('day', ms / DAY_MS);
    },
  };
}

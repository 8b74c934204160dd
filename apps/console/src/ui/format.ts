import { useTranslation } from 'react-i18next';

const LOCALES: Record<string, string> = { ru: 'ru-RU', en: 'en-GB' };
const DAY_MS = 24 * 60 * 60_000;

/** Numbers and times as the chosen language writes them; times in the reader's own zone. */
export function useFormat() {
  const { i18n } = useTranslation();
  const locale = LOCALES[i18n.language] ?? 'ru-RU';
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  return {
    number: (value: number, digits = 0) =>
      new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(value),
    percent: (share: number) =>
      new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(share),
    money: (usd: number) =>
      new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', maximumFractionDigits: 4 }).format(usd),
    time: (iso: string) => time.format(new Date(iso)),
    day: (iso: string) => day.format(new Date(iso)),
    duration: (ms: number) =>
      ms < 10_000
        ? `${new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(ms / 1000)} s`
        : ms < DAY_MS
          ? `${Math.round(ms / 1000)} s`
          : `${Math.round(ms / DAY_MS)} d`,
  };
}

import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { en } from './en.js';
import { ru } from './ru.js';

export const LANGUAGES = ['ru', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

const KEPT_AS = 'garnitur.language';

/** What was chosen here before, else the browser's language, else Russian. */
function firstLanguage(): Language {
  const wanted = [localStorage.getItem(KEPT_AS), ...navigator.languages.map((language) => language.slice(0, 2))];
  return (
    LANGUAGES.find((language) => wanted.find((one) => LANGUAGES.some((known) => known === one)) === language) ?? 'ru'
  );
}

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof ru };
  }
}

void i18next.use(initReactI18next).init({
  lng: firstLanguage(),
  fallbackLng: 'ru',
  resources: { ru: { translation: ru }, en: { translation: en } },
  interpolation: { escapeValue: false },
});
document.documentElement.lang = i18next.language;

export function chooseLanguage(language: Language): void {
  localStorage.setItem(KEPT_AS, language);
  document.documentElement.lang = language;
  void i18next.changeLanguage(language);
}

/** Letters that look alike, Cyrillic beside Latin. */
const PAIRS: readonly (readonly [cyrillic: string, latin: string])[] = [
  ['а', 'a'],
  ['в', 'b'],
  ['с', 'c'],
  ['е', 'e'],
  ['н', 'h'],
  ['і', 'i'],
  ['ј', 'j'],
  ['к', 'k'],
  ['м', 'm'],
  ['о', 'o'],
  ['р', 'p'],
  ['ѕ', 's'],
  ['т', 't'],
  ['у', 'y'],
  ['х', 'x'],
];
const TO_LATIN = new Map(PAIRS);
const TO_CYRILLIC = new Map(PAIRS.map(([cyrillic, latin]) => [latin, cyrillic]));

const mixed = (word: string): boolean => /[a-z]/.test(word) && /[а-яіјѕ]/.test(word);
const swap = (text: string, letters: ReadonlyMap<string, string>): string =>
  text.replace(/[a-zа-яіјѕ]+/g, (word) => (mixed(word) ? [...word].map((c) => letters.get(c) ?? c).join('') : word));

/** Invisible, control and direction characters but for line breaks; none of them belongs in a note. */
export const INVISIBLE = /(?!\n)(?:\p{Cc}|\p{Cf}|\p{Default_Ignorable_Code_Point})/gu;

/**
 * Text as it is looked at for what is forbidden: one width, one case, ё as е, nothing invisible; a word of two alphabets
 * once as Latin and once as Cyrillic, so that «httрs» and «цeнa» hide nothing.
 */
export function folded(text: string): readonly string[] {
  const plain = text.normalize('NFKC').replace(INVISIBLE, '').toLowerCase().replaceAll('ё', 'е');
  return [...new Set([plain, swap(plain, TO_LATIN), swap(plain, TO_CYRILLIC)])];
}

/** Latin homoglyphs of Cyrillic letters: «cтена» typed with a Latin c. */
const TWINS: Readonly<Record<string, string>> = {
  a: 'а',
  b: 'в',
  c: 'с',
  e: 'е',
  h: 'н',
  k: 'к',
  m: 'м',
  o: 'о',
  p: 'р',
  t: 'т',
  x: 'х',
  y: 'у',
};

/** Transliteration, longest sequence first. */
const SEQUENCES: readonly (readonly [string, string])[] = [
  ['shch', 'щ'],
  ['sch', 'щ'],
  ['yo', 'е'],
  ['jo', 'е'],
  ['ya', 'я'],
  ['ja', 'я'],
  ['yu', 'ю'],
  ['ju', 'ю'],
  ['ye', 'е'],
  ['zh', 'ж'],
  ['kh', 'х'],
  ['ts', 'ц'],
  ['ch', 'ч'],
  ['sh', 'ш'],
  ['yi', 'ый'],
  ['yy', 'ый'],
  ['iy', 'ий'],
  ['ij', 'ий'],
  ['ck', 'к'],
  ['ee', 'ее'],
  ['a', 'а'],
  ['b', 'б'],
  ['v', 'в'],
  ['w', 'в'],
  ['g', 'г'],
  ['d', 'д'],
  ['e', 'е'],
  ['z', 'з'],
  ['i', 'и'],
  ['j', 'й'],
  ['k', 'к'],
  ['l', 'л'],
  ['m', 'м'],
  ['n', 'н'],
  ['o', 'о'],
  ['p', 'п'],
  ['r', 'р'],
  ['s', 'с'],
  ['t', 'т'],
  ['u', 'у'],
  ['f', 'ф'],
  ['h', 'х'],
  ['x', 'х'],
  ['q', 'к'],
];

const LATIN = /[a-z]/;
const CYRILLIC = /[а-я]/;
const VOWEL = /[аеиоуыэюя]/;

/** A lower-case word in Cyrillic: transliterated («moyka»), or with homoglyphs replaced («cтена»). */
export function toCyrillic(word: string): string {
  if (!LATIN.test(word)) return word;
  if (CYRILLIC.test(word)) return [...word].map((letter) => TWINS[letter] ?? letter).join('');
  let out = '';
  for (let i = 0; i < word.length; ) {
    const found = SEQUENCES.find(([latin]) => word.startsWith(latin, i));
    if (found) {
      out += found[1];
      i += found[0].length;
      continue;
    }
    out += single(word.charAt(i), word.charAt(i + 1), out);
    i += 1;
  }
  return out;
}

/** Letters whose transliteration depends on their neighbours. */
function single(letter: string, next: string, before: string): string {
  if (letter === 'y') return VOWEL.test(before.slice(-1)) ? 'й' : 'ы';
  if (letter === 'c') return 'ieyj'.includes(next) && next !== '' ? 'ц' : 'к';
  return letter === "'" ? 'ь' : letter;
}

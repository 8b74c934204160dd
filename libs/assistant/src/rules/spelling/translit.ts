/** Latin homoglyphs of Cyrillic letters: «cтена» typed with a Latin c. */
const HOMOGLYPHS = new Map([...'abcehkmoptxy'].map((latin, i) => [latin, 'авсенкмортху'.charAt(i)]));

/** Transliteration, longest sequence first. */
const SEQUENCES = `
  shch:щ sch:щ yo:е jo:е ya:я ja:я yu:ю ju:ю ye:е zh:ж kh:х ts:ц ch:ч sh:ш yi:ый yy:ый iy:ий ij:ий ck:к ee:ее a:а
  b:б v:в w:в g:г d:д e:е z:з i:и j:й k:к l:л m:м n:н o:о p:п r:р s:с t:т u:у f:ф h:х x:х q:к`
  .trim()
  .split(/\s+/)
  .map((pair) => pair.split(':'));

const LATIN = /[a-z]/;
const CYRILLIC = /[а-я]/;
const VOWEL = /[аеиоуыэюя]/;

/** A lower-case word in Cyrillic: transliterated («moyka»), or with homoglyphs replaced («cтена»). */
export function toCyrillic(word: string): string {
  if (!LATIN.test(word)) return word;
  if (CYRILLIC.test(word)) return [...word].map((letter) => HOMOGLYPHS.get(letter) ?? letter).join('');
  let out = '';
  for (let i = 0; i < word.length; ) {
    const [latin = '', cyrillic = ''] = SEQUENCES.find(([one = '']) => word.startsWith(one, i)) ?? [];
    if (latin) {
      out += cyrillic;
      i += latin.length;
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

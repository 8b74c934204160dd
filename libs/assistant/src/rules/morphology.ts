/**
 * Russian inflection in a compact notation, for reading (every form with its cases) and for naming (one form).
 *
 * A word is `stem/class` («мойк/f», «холодильник/m»), `form=cases` for an exception («моек=G»), `stem*` for a stem with
 * any ending, or a plain form. Cases are letters: `n g d a i p`, singular; `N G D A I P`, plural.
 */
export type Case = 'n' | 'g' | 'd' | 'a' | 'i' | 'p';

export interface WordForm {
  readonly form: string;
  /** Empty where the form does not tell. */
  readonly cases: string;
}

/** Endings and their cases, by class. */
const ENDINGS: Readonly<Record<string, string>> = {
  // feminine in -а, in -я, in -ь
  f: 'а:n ы:gNA е:dp у:a ой:i ою:i ей:i -:G ам:D ами:I ах:P',
  q: 'я:n и:gNA е:dp ю:a ей:i ею:i ь:G ям:D ями:I ях:P',
  j: 'ь:na и:gdpNA ью:i ей:G ям:D ями:I ях:P',
  // masculine, hard and in -ь or -й
  m: '-:na а:g у:d ом:i е:p ы:NA ов:G ам:D ами:I ах:P',
  l: 'ь:na я:g ю:d ем:i е:p и:NA ей:G ям:D ями:I ях:P',
  // neuter in -о and in -е
  n: 'о:na а:gNA у:d ом:i е:p -:G ам:D ами:I ах:P',
  e: 'е:nap я:gNA ю:d ем:i й:G ям:D ями:I ях:P',
  // adjectives, and words that behave like them
  a: 'ый:na ой:gdip ая:n ое:na ые:NA ого:g ому:d ым:iD ую:a ей:gdip ою:i ом:p ых:GP ыми:I',
  s: 'ий:na яя:n ая:n ую:a ее:na ие:NA его:g ему:d им:iD юю:a ей:gdip ем:p их:GP ими:I',
  // with a stressed ending; «угловый» is often written
  o: 'ой:nagdip ый:na ая:n ое:na ые:NA ого:g ому:d ым:iD ую:a ою:i ом:p ых:GP ыми:I',
};

/** Nominative … prepositional of adjectives by gender (`p` plural): hard, soft, and hard with a stressed ending; `ы` as in `ENDINGS`. */
const ADJECTIVES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  a: { f: 'ая ой ой ую ой ой', m: 'ый ого ому ый ым ом', n: 'ое ого ому ое ым ом', p: 'ые ых ым ые ыми ых' },
  s: { f: 'яя ей ей юю ей ей', m: 'ий его ему ий им ем', n: 'ее его ему ее им ем', p: 'ие их им ие ими их' },
  o: { f: 'ая ой ой ую ой ой', m: 'ой ого ому ой ым ом', n: 'ое ого ому ое ым ом', p: 'ые ых ым ые ыми ых' },
};
/** Genders of nouns, by class. */
export const GENDER: Readonly<Record<string, string>> = { f: 'f', q: 'f', j: 'f', m: 'm', l: 'm', n: 'n', e: 'n' };
const CASES = 'ngdaip';

/** «ы» is «и» after these letters; «гарантии», but «изготовление». */
const join = (stem: string, ending: string, kind?: string): string =>
  ending === '-'
    ? stem
    : ending === 'е' && stem.endsWith('и') && kind !== 'e'
      ? `${stem}и`
      : stem + (/[гкхжчшщ]$/.test(stem) && ending.startsWith('ы') ? `и${ending.slice(1)}` : ending);

/** Every form of a word in this notation. A stem with `*` is left to the lexicon and has no forms. */
export function formsOf(word: string): readonly WordForm[] {
  const [stem = '', kind = ''] = word.split('/');
  const endings = ENDINGS[kind];
  if (endings) {
    const forms = endings.split(' ').map((one) => {
      const [ending = '', cases = ''] = one.split(':');
      return { form: join(stem, ending, kind), cases };
    });
    // «в помещении»
    return kind === 'e' && stem.endsWith('и') ? [...forms, { form: `${stem}и`, cases: 'p' }] : forms;
  }
  const [form = '', cases = ''] = word.split('=');
  return [{ form, cases }];
}

/** Gender of a name («варочн/a панел/j», «тумб/f с ящиками»): that of its first noun. */
export const genderOf = (name: string): string =>
  name
    .split(' ')
    .map((word) => GENDER[word.split('/')[1] ?? ''])
    .find((gender) => gender !== undefined) ?? 'm';

/** A name in a case. */
export function inflect(name: string, wanted: Case = 'n', plural = false): string {
  const words = name.split(' ');
  const gender = plural ? 'p' : genderOf(name);
  return words
    .map((word) => {
      const [stem = '', kind] = word.split('/');
      if (kind === undefined) return stem;
      const adjective = ADJECTIVES[kind];
      if (adjective) {
        const ending = adjective[gender]?.split(' ')[CASES.indexOf(wanted)] ?? '';
        return join(stem, ending);
      }
      const letter = plural ? wanted.toUpperCase() : wanted;
      return formsOf(word).find(({ cases }) => cases.includes(letter))?.form ?? stem;
    })
    .join(' ');
}

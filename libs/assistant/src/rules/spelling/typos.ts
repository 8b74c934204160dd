/** Letters that are confused by ear, and their class. */
const classes = (rows: string): Readonly<Record<string, string>> =>
  Object.fromEntries(rows.split(' ').map((row) => row.split(':')));
const SOUNDS = classes('о:а я:а е:и э:и ы:и й:и ю:у щ:ш ъ: ь:');
const VOICELESS = classes('б:п в:ф г:к д:т ж:ш з:с');
const DEVOICED = /[бвгджз](?=[пфктшсхцчщ]|$)/g;

/**
 * Phonetic key: unstressed vowels merged, doubles collapsed, signs dropped, consonants devoiced before voiceless ones, so
 * that «пасудамойка» equals «посудомойка», and «духофка» «духовка».
 */
export const phoneticKey = (word: string): string =>
  vowelKey(word.replace(/стн/g, 'сн').replace(DEVOICED, (voiced) => VOICELESS[voiced] ?? voiced));

/** The same with its consonants as they are written: they stand before others than they should where a vowel is left out. */
function vowelKey(word: string): string {
  let out = '';
  for (const letter of word) {
    // Behind a vowel nothing is softened: «плиьа» has a slip there.
    const sound = letter === 'ь' && VOWELS.test(out.at(-1) ?? '') ? letter : (SOUNDS[letter] ?? letter);
    if (sound !== out.at(-1)) out += sound;
  }
  return out;
}

/** Insertions, deletions, substitutions and transpositions between two words; `limit + 1` if there are more. */
export function distance(a: string, b: string, limit: number): number {
  const far = limit + 1;
  if (Math.abs(a.length - b.length) > limit) return far;
  let older: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min((previous[j] ?? far) + 1, (row[j - 1] ?? far) + 1, (previous[j - 1] ?? far) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (older[j - 2] ?? far) + 1);
      row[j] = cost;
      least = Math.min(least, cost);
    }
    if (least > limit) return far;
    older = previous;
    previous = row;
  }
  return previous[b.length] ?? far;
}

/** Consonants that sound alike: the only substitutions allowed in a short word. */
const SIMILAR_CONSONANTS = ['бп', 'вф', 'гк', 'дт', 'жш', 'зс', 'цс', 'шч', 'хк', 'гх'];
const SHORT = 7;
/** Letters that are left where vowels are left out. */
const MIN_CLIPPED = 4;
/** A vowel that the finger beside it missed: «ящмки». */
const KEYBOARD = /^[иа][мтпв]$/;
/** Longer words that are one key apart are other words: «языком» is not «ящиком». */
const SLIP = 5;
/** A word so long has a vowel that is not heard: «фисады». */
const UNSTRESSED = 6;
/** Keys beside each other, in a row and one above the other: «мрйка», «стпна». */
const ROWS = ['йцукенгшщзхъ', 'фывапролджэ', 'ячсмитьбю'];
const SLIPS = new Set(
  ROWS.flatMap((row, i) =>
    [...row].flatMap((key, at) =>
      [row[at + 1], ROWS[i + 1]?.[at]].flatMap((other) => (other ? [key + other, other + key] : [])),
    ),
  ),
);
/** Letters of the keyboard that a letter of a phonetic key stands for. */
const lettersOf = (sound: string): string[] => [...Object.keys(SOUNDS).filter((one) => SOUNDS[one] === sound), sound];
const isSlip = (meant: string, typed: string): boolean =>
  lettersOf(meant).some((a) => lettersOf(typed).some((b) => SLIPS.has(a + b)));

/** In a short word any other substitution gives another word: «готово» is not «газовая». */
function isOtherWord(key: string, form: string): boolean {
  if (form.length >= SHORT || key.length !== form.length) return false;
  const wrong = [...form].flatMap((letter, i) => (letter === key[i] ? [] : [letter + (key[i] ?? '')]));
  const [pair = ''] = wrong;
  return (
    wrong.length === 1 &&
    !(form.length <= SLIP && isSlip(pair[0] ?? '', pair[1] ?? '')) &&
    !KEYBOARD.test(pair) &&
    !(form.length >= UNSTRESSED && [...pair].every((letter) => VOWELS.test(letter))) &&
    !SIMILAR_CONSONANTS.some((one) => one.includes(pair[0] ?? '-') && one.includes(pair[1] ?? '-'))
  );
}

const VOWELS = /[аеиоуыэюя]/;
/** Whether only vowels of a form were left out: «плта», «прмая». */
function isClipped(key: string, form: string): boolean {
  if (form.length <= key.length) return false;
  let at = 0;
  for (const letter of form) {
    if (letter === key[at]) at += 1;
    else if (!VOWELS.test(letter)) return false;
  }
  return at === key.length;
}

/** Allowed edits by the length of the phonetic key. */
const tolerance = (length: number): number => (length >= 9 ? 2 : length >= 5 ? 1 : 0);

interface Shelved {
  readonly key: string;
  readonly form: string;
}

/** Words by sound: finds the nearest form of a misspelt word. */
export class Spelling {
  readonly #byKey = new Map<string, string>();
  /** By the first letter of their keys, as they sound and as they are written. */
  readonly #sounding = new Map<string, Shelved[]>();
  readonly #written = new Map<string, Shelved[]>();

  add(form: string): void {
    const key = phoneticKey(form);
    if (key.length < 4) return;
    if (!this.#byKey.has(key)) this.#byKey.set(key, form);
    shelve(this.#sounding, { key, form });
    shelve(this.#written, { key: vowelKey(form), form });
  }

  /** Whether a word sounds like one of these. */
  sounds(word: string): boolean {
    return this.#byKey.has(phoneticKey(word));
  }

  /** The nearest form and how far it is: 0 where only the sound is alike. Ties go to the form that is first in order. */
  nearest(word: string): Nearest | undefined {
    const key = phoneticKey(word);
    const same = this.#byKey.get(key);
    if (same !== undefined) return { form: same, edits: 0 };
    // «дховка», «индкция»: «д» is voiceless only because the vowel behind it is left out.
    return nearestOf(this.#sounding, key) ?? clippedOf(this.#written, vowelKey(word));
  }
}

function shelve(shelves: Map<string, Shelved[]>, one: Shelved): void {
  const letter = one.key.charAt(0);
  const shelf = shelves.get(letter) ?? [];
  shelf.push(one);
  shelves.set(letter, shelf);
}

interface Nearest {
  readonly form: string;
  readonly edits: number;
}

function nearestOf(shelves: ReadonlyMap<string, readonly Shelved[]>, key: string): Nearest | undefined {
  const limit = tolerance(key.length);
  let best: Nearest | undefined;
  for (const one of shelves.get(key.charAt(0)) ?? []) {
    if (Math.abs(one.key.length - key.length) > limit) continue;
    const allowed = Math.min(limit, tolerance(one.key.length), (best?.edits ?? limit + 1) - 1);
    if (allowed < 0) break;
    const edits = allowed === 0 ? 1 : distance(key, one.key, allowed);
    if (edits <= allowed && !isOtherWord(key, one.key)) best = { form: one.form, edits };
  }
  return best ?? clippedOf(shelves, key);
}

function clippedOf(shelves: ReadonlyMap<string, readonly Shelved[]>, key: string): Nearest | undefined {
  if (key.length < MIN_CLIPPED) return undefined;
  const clipped = shelves.get(key.charAt(0))?.find((one) => isClipped(key, one.key));
  return clipped && { form: clipped.form, edits: 1 };
}

/** Letters that Russians mix up by ear, and what stands for each of them. */
const SOUNDS: Readonly<Record<string, string>> = {
  о: 'а',
  я: 'а',
  е: 'и',
  э: 'и',
  ы: 'и',
  й: 'и',
  ю: 'у',
  щ: 'ш',
  ъ: '',
  ь: '',
};

/** A word by ear: unstressed vowels alike, double letters single, signs dropped: «пасудамойка» is «посудомойка». */
export function byEar(word: string): string {
  let out = '';
  for (const letter of word) {
    const sound = SOUNDS[letter] ?? letter;
    if (sound !== out.at(-1)) out += sound;
  }
  return out;
}

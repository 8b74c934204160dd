const at = (row: readonly number[], i: number, far: number): number => row[i] ?? far;
const { min } = Math;

/**
 * Minimum edit distance (insert, delete, replace, transpose) between `stem` and a prefix of `word` of its length ±1;
 * `limit + 1` if greater than `limit`. Only a band of `limit` around the diagonal is computed.
 */
export function prefixDistance(word: string, stem: string, limit: number): number {
  const far = limit + 1;
  const width = stem.length;
  const last = min(word.length, width + 1);
  let older: number[] = [];
  let previous: number[] = [];
  for (let j = 0; j <= min(limit, width); j += 1) previous[j] = j;
  let best = far;
  for (let i = 1; i <= last; i += 1) {
    const row: number[] = [];
    let least = far;
    const to = min(width, i + limit);
    for (let j = i > limit ? i - limit : 0; j <= to; j += 1) {
      let cost = at(previous, j, far) + 1;
      if (j > 0) {
        const same = word.charCodeAt(i - 1) === stem.charCodeAt(j - 1) ? 0 : 1;
        cost = min(cost, min(at(row, j - 1, far) + 1, at(previous, j - 1, far) + same));
        const swapped =
          i > 1 &&
          j > 1 &&
          word.charCodeAt(i - 1) === stem.charCodeAt(j - 2) &&
          word.charCodeAt(i - 2) === stem.charCodeAt(j - 1);
        if (swapped) cost = min(cost, at(older, j - 2, far) + 1);
      }
      row[j] = cost;
      least = min(least, cost);
    }
    if (least > limit) return min(best, far);
    if (i >= width - 1) best = min(best, at(row, width, far));
    older = previous;
    previous = row;
  }
  return min(best, far);
}

/** Letters that are confused by ear, and their class. */
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

/** Phonetic key: unstressed vowels merged, doubles collapsed, signs dropped, so «пасудамойка» equals «посудомойка». */
export function phoneticKey(word: string): string {
  let out = '';
  for (const letter of word) {
    const sound = SOUNDS[letter] ?? letter;
    if (sound !== out.at(-1)) out += sound;
  }
  return out;
}

/** The form of a Russian noun for a count: `plural(2, ['тумба', 'тумбы', 'тумб'])` is «тумбы». */
export function plural(n: number, [one, few, many]: readonly [string, string, string]): string {
  const tens = Math.abs(n) % 100;
  const units = tens % 10;
  if (tens > 10 && tens < 20) return many;
  if (units === 1) return one;
  return units > 1 && units < 5 ? few : many;
}

/** «2 тумбы». */
export const counted = (n: number, forms: readonly [string, string, string]): string => `${n} ${plural(n, forms)}`;

/** A number as Russians write it: decimal comma, no-break spaces from five digits on: «3,25», «3000», «12 000». */
export function formatNumber(n: number): string {
  const [whole = '', fraction] = String(Math.abs(n)).split('.');
  const grouped = whole.length > 4 ? whole.replace(/\B(?=(\d{3})+$)/g, '\u00a0') : whole;
  return `${n < 0 ? '−' : ''}${grouped}${fraction ? `,${fraction}` : ''}`;
}

/** «3000 мм». */
export const formatMm = (mm: number): string => `${formatNumber(mm)}\u00a0мм`;

/** «мойка, плита и вытяжка». */
export function listed(words: readonly string[]): string {
  const last = words.at(-1);
  return words.length < 2 ? (last ?? '') : `${words.slice(0, -1).join(', ')} и ${last}`;
}

/** The first letter capital: «Внизу». */
export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** «22.11.2026», the day in UTC. */
export const dateWords = (date: Date): string => {
  const [year, month, day] = date.toISOString().slice(0, 10).split('-');
  return `${day}.${month}.${year}`;
};

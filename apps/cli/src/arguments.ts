import { InvalidArgumentError } from 'commander';

/** Reads a whole number within bounds, both inclusive. */
export function whole(least: number, most = 1_000_000_000): (text: string) => number {
  return (text) => {
    const number = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= least && number <= most) return number;
    throw new InvalidArgumentError(`Accepted: a whole number from ${least} to ${most}.`);
  };
}

const ISO = /^(?<date>\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/;

/** Lets an ISO 8601 date or time through as it is; a day that no calendar has is refused, not carried over. */
export function isoTime(text: string): string {
  const date = ISO.exec(text)?.groups?.date;
  const day = date === undefined ? Number.NaN : Date.parse(`${date}T00:00:00Z`);
  const real = Number.isFinite(day) && new Date(day).toISOString().startsWith(date ?? '');
  if (real && Number.isFinite(Date.parse(text))) return text;
  throw new InvalidArgumentError('Accepted: an ISO 8601 date or time such as 2031-01-31 or 2031-01-31T00:00:00Z.');
}

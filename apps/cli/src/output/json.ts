/** One JSON value of a command. Positions are numbers while they are exact, else text. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? exact(part) : part));
}

function exact(position: bigint): number | string {
  const number = Number(position);
  return Number.isSafeInteger(number) ? number : String(position);
}

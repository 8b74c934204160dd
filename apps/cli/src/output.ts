import { once } from 'node:events';
import type { Command } from 'commander';
import { oneLine, printable } from '#libs/kernel';

/** Whether `--json` was given, before or after the command's name. */
export function wantsJson(command: Command): boolean {
  return command.optsWithGlobals<{ json?: boolean }>().json === true;
}

/** Prints a command's result: one JSON value, or what a person reads. */
export async function show<Value>(command: Command, value: Value, words: (value: Value) => string): Promise<void> {
  await write(`${wantsJson(command) ? toJson(value) : printable(words(value)).trimEnd()}\n`);
}

/** A JSON array, or a line each, from a source of any length. */
export async function showEach<Item>(
  command: Command,
  items: AsyncIterable<Item>,
  words: { readonly each: (item: Item) => string; readonly none: string },
): Promise<void> {
  const json = wantsJson(command);
  let count = 0;
  for await (const item of items) {
    await write(json ? `${count === 0 ? '[' : ','}${toJson(item)}` : `${printable(words.each(item))}\n`);
    count += 1;
  }
  if (json) await write(count === 0 ? '[]\n' : ']\n');
  else if (count === 0) await write(`${words.none}\n`);
}

/** One JSON value of a command, fit for a terminal. Positions are numbers while they are exact, else text. */
export function toJson(value: unknown): string {
  return printable(JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? exact(part) : part)));
}

function exact(position: bigint): number | string {
  const number = Number(position);
  return Number.isSafeInteger(number) ? number : String(position);
}

/** Columns of equal width with a heading, for people. */
export function table(heading: readonly string[], rows: readonly (readonly string[])[], none = 'nothing'): string {
  if (rows.length === 0) return none;
  const lines = [heading, ...rows.map((row) => row.map(oneLine))];
  const widths = heading.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Waits for the reader (backpressure): an export of any size takes little memory. */
export async function write(output: string | Uint8Array): Promise<void> {
  if (output.length > 0 && !process.stdout.write(output)) await once(process.stdout, 'drain');
}

import type { Command } from 'commander';
import { toJson } from './json.js';
import { write } from './stdout.js';

/** Whether `--json` was given, before or after the command's name. */
export function wantsJson(command: Command): boolean {
  return command.optsWithGlobals<{ json?: boolean }>().json === true;
}

/** Prints a command's result: one JSON value, or what a person reads. */
export async function show<Value>(command: Command, value: Value, words: (value: Value) => string): Promise<void> {
  await write(`${wantsJson(command) ? toJson(value) : words(value).trimEnd()}\n`);
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
    await write(json ? `${count === 0 ? '[' : ','}${toJson(item)}` : `${words.each(item)}\n`);
    count += 1;
  }
  if (json) await write(count === 0 ? '[]\n' : ']\n');
  else if (count === 0) await write(`${words.none}\n`);
}

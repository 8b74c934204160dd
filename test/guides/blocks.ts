import { readFileSync } from 'node:fs';

/** A fenced block of a guide: `sh` is pasted into a shell, what has a name is kept as a file. */
export interface Block {
  readonly language: string;
  readonly file: string | undefined;
  readonly text: string;
}

const FENCED = /^```(\w+)(?: (\S+))?\n(.*?)^```$/gms;

export function blocksOf(path: string): Block[] {
  const blocks: Block[] = [];
  for (const [, language = '', file, text = ''] of readFileSync(path, 'utf8').matchAll(FENCED))
    blocks.push({ language, file, text });
  return blocks;
}

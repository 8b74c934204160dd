import { open, readFile } from 'node:fs/promises';
import { type SignedHead, signedHead } from './log-events.js';

/** Lines of ANCHOR_FILE, a signed head each; undefined for a line that is none. A file that is not there has none. */
export async function readAnchors(file: string): Promise<readonly (SignedHead | undefined)[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  });
  return text.split('\n').filter(Boolean).map(parsed);
}

/** Durable when it resolves. */
export async function appendAnchor(file: string, head: SignedHead): Promise<void> {
  const handle = await open(file, 'a', 0o600);
  try {
    await handle.appendFile(`${JSON.stringify(head)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function parsed(line: string): SignedHead | undefined {
  try {
    return signedHead.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

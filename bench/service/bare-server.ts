import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { answer } from './measured-service.js';

/** What a bare GET answers: an object that it serialises, or bytes. */
export type BareAnswer = { readonly object: object } | { readonly type: string; readonly text: string };

/** A bare Fastify in a process of its own (bare-server.entry.ts). @param answers by path. */
export async function withBareServer<T>(
  answers: Readonly<Record<string, BareAnswer>>,
  use: (server: { readonly child: ChildProcess; readonly url: string }) => Promise<T>,
): Promise<T> {
  const child = fork(fileURLToPath(new URL('./bare-server.entry.js', import.meta.url)));
  child.send(answers);
  try {
    const { url } = await answer(child);
    return await use({ child, url });
  } finally {
    child.kill();
  }
}

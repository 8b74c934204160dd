import type { Command } from 'commander';
import { Failure } from '../errors.js';
import { show } from '../output.js';
import type { Verified } from '../verify/streams.js';

/** `verify`: whether the history is as it was written, and the read models say what it says. */
export function verifyCommand(program: Command): void {
  program
    .command('verify')
    .description('recomputes hash chains, signed heads, ledgers and documents, and compares what is stored with them')
    .option('--conversation <id>', 'one conversation and what hangs on it')
    .action(async ({ conversation }: { conversation?: string }, command: Command) => {
      const { brokenWords } = await import('../verify/streams.js');
      const verified = await carryOut(conversation);
      await show(command, verified, ({ streams, events, broken }) =>
        [`${streams} streams, ${events} events, ${broken.length} broken`, ...broken.map(brokenWords)].join('\n'),
      );
      const [first, ...others] = verified.broken;
      if (!first) return;
      throw new Failure(`broken: ${brokenWords(first)}${others.length > 0 ? ` (and ${others.length} more)` : ''}`);
    });
}

async function carryOut(conversation: string | undefined): Promise<Verified> {
  const [{ verifyAll }, { verifyConversation }, { inspectFiles }, { Workspace, inWorkspace }, { installationKey }] =
    await Promise.all([
      import('../verify/verify.js'),
      import('../verify/conversation.js'),
      import('../verify/files.js'),
      import('../workspace/workspace.js'),
      import('#libs/platform'),
    ]);
  if (conversation !== undefined)
    return inWorkspace(({ stores, environment }) =>
      verifyConversation(stores, installationKey(environment), conversation),
    );
  const files = inspectFiles(Workspace.environmentOf());
  try {
    return await inWorkspace((workspace) => verifyAll(workspace, installationKey(workspace.environment), files));
  } catch (error) {
    if (files.broken.length === 0) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    return { streams: 0, events: 0, broken: [...files.broken, { where: 'stores', reason }] };
  }
}

import type { Command } from 'commander';
import { Failure } from '../errors.js';
import { show } from '../output.js';

/** `verify`: whether the history is as it was written, and the read models say what it says. */
export function verifyCommand(program: Command): void {
  program
    .command('verify')
    .description('recomputes every hash chain, folds every stream, compares every document with its events')
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

async function carryOut(conversation: string | undefined) {
  const [{ installationKey }, { verifyAll }, { verifyConversation }, { inWorkspace }] = await Promise.all([
    import('#libs/platform'),
    import('../verify/verify.js'),
    import('../verify/conversation.js'),
    import('../workspace/workspace.js'),
  ]);
  const note = (line: string) => process.stderr.write(`${line}\n`);
  return inWorkspace(({ environment, stores: { events, readModels } }) =>
    conversation === undefined
      ? verifyAll(events, readModels, note)
      : verifyConversation(events, readModels, installationKey(environment).derive('lead-streams'), conversation),
  );
}

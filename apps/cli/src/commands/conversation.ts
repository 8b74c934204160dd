import type { Command } from 'commander';
import { show } from '../output.js';

const LEAD_WORDS = {
  claimed: 'its lead is its own again',
  claimed_by_another: 'its lead belongs to a newer conversation: it stands without one',
  none: 'it has no lead',
};

/** `conversation …`: what an operator undoes. */
export function conversationCommands(program: Command): void {
  program
    .command('conversation')
    .description('conversations of partners')
    .command('restore')
    .description('undoes an expiry, for EXPIRY_GRACE after it')
    .requiredOption('--conversation <id>', 'cnv_…')
    .action(async ({ conversation }: { conversation: string }, command: Command) => {
      const [{ RestoreConversation }, { withBuses }] = await Promise.all([
        import('#libs/conversations'),
        import('../workspace/application.js'),
      ]);
      const { conversation_id, expires_at, lead } = await withBuses(({ write }) =>
        write((context) => new RestoreConversation(conversation, context)),
      );
      const restored = { conversation_id, expires_at, lead };
      await show(command, restored, () => `${conversation_id} lives until ${expires_at}; ${LEAD_WORDS[lead]}`);
    });
}

import type { Command } from 'commander';
import { show, table } from '../output.js';
import { withCompanies } from '../workspace/buses.js';

/** `key …`: API keys of a partner. */
export function keyCommands(program: Command): void {
  const key = program.command('key').description('API keys of a partner');
  key
    .command('issue')
    .description('one more key, shown this once')
    .requiredOption('--partner <id>', 'whose')
    .action(async ({ partner }: { partner: string }, command: Command) => {
      const { key_id, api_key } = await withCompanies(({ IssueApiKey, write }) =>
        write((context) => new IssueApiKey(partner, context)),
      );
      await show(command, { key_id, api_key }, () => `key ${key_id}\nshown this once:\n  API key ${api_key}`);
    });
  key
    .command('revoke')
    .description('the key opens nothing any more')
    .requiredOption('--key-id <id>', 'which')
    .action(async ({ keyId }: { keyId: string }, command: Command) => {
      const { key_id } = await withCompanies(({ RevokeApiKey, write }) =>
        write((context) => new RevokeApiKey(keyId, context)),
      );
      await show(command, { key_id }, () => `key ${key_id} is revoked`);
    });
  key
    .command('list')
    .description('keys of a partner, oldest first, revoked ones too')
    .requiredOption('--partner <id>', 'whose')
    .action(async ({ partner }: { partner: string }, command: Command) => {
      await show(command, await withCompanies(({ ListKeys, ask }) => ask(new ListKeys(partner))), (keys) =>
        table(
          ['key', 'created', 'last used', 'revoked'],
          keys.map((one) => [one.key_id, one.created_at, one.last_used_at ?? '—', one.revoked_at ?? '—']),
          'no keys',
        ),
      );
    });
}

import type { Command } from 'commander';
import { WrongUsage } from '../errors.js';
import { show } from '../output.js';
import { withCompanies } from '../workspace/buses.js';

interface Profile {
  readonly name?: string;
  readonly webhookUrl?: string;
}

/** `partner …`: who calls the API. */
export function partnerCommands(program: Command): void {
  const partner = program.command('partner').description('partners, who call the API for a company');
  partner
    .command('create')
    .description('a new partner; its key and its secret are shown this once')
    .requiredOption('--company <id>', 'whose coins its turns use')
    .requiredOption('--name <name>', 'its name')
    .option('--webhook-url <url>', 'where outcomes go unless a conversation says otherwise')
    .action(async ({ company, name, webhookUrl }: Profile & { company: string; name: string }, command: Command) => {
      const input = { company_id: company, ...profile({ webhookUrl }), name };
      const made = await withCompanies(({ RegisterPartner, write }) =>
        write((context) => new RegisterPartner(input, context)),
      );
      const { partner_id, api_key, webhook_secret } = made;
      await show(
        command,
        { partner_id, api_key, webhook_secret },
        () => `partner ${partner_id}\nshown this once:\n  API key ${api_key}\n  webhook secret ${webhook_secret}`,
      );
    });
  partner
    .command('update')
    .description('changes what is mentioned')
    .requiredOption('--partner <id>', 'which')
    .option('--name <name>', 'its name')
    .option('--webhook-url <url>', 'where outcomes go; an empty one takes the address away')
    .action(async ({ partner: id, ...changes }: Profile & { partner: string }, command: Command) => {
      const input = { partner_id: id, ...profile(changes) };
      if (Object.keys(input).length === 1) throw new WrongUsage('nothing to change: give --name or --webhook-url');
      const { partner_id } = await withCompanies(({ UpdatePartner, write }) =>
        write((context) => new UpdatePartner(input, context)),
      );
      await show(command, { partner_id }, () => `partner ${partner_id} stands as you said`);
    });
  partner
    .command('rotate-secret')
    .description('a new webhook secret, shown this once; the old one signs too for 24 hours')
    .requiredOption('--partner <id>', 'whose')
    .action(async ({ partner: id }: { partner: string }, command: Command) => {
      const rotated = await withCompanies(({ RotateWebhookSecret, write }) =>
        write((context) => new RotateWebhookSecret(id, context)),
      );
      const { partner_id, webhook_secret, previous_until } = rotated;
      await show(
        command,
        { partner_id, webhook_secret },
        () => `shown this once:\n  webhook secret ${webhook_secret}\nthe old one signs too until ${previous_until}`,
      );
    });
}

function profile({ name, webhookUrl }: Profile): { name?: string; webhook_url?: string } {
  return {
    ...(name === undefined ? {} : { name }),
    ...(webhookUrl === undefined ? {} : { webhook_url: webhookUrl }),
  };
}

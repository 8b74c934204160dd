import { type Command, Option } from 'commander';
import type { DeliveryDocument } from '#projections';
import { show, showEach } from '../output.js';

interface Filter {
  readonly conversation?: string;
  readonly state?: string;
}

/** `webhooks …`: the delivery log. */
export function webhooksCommands(program: Command): void {
  const webhooks = program.command('webhooks').description('deliveries of outcomes to partners');
  webhooks
    .command('list')
    .description('the delivery log with every attempt, oldest first')
    .option('--conversation <id>', 'of one conversation')
    .addOption(
      new Option('--state <state>', 'in one state').choices(['scheduled', 'delivered', 'given_up', 'undeliverable']),
    )
    .action(async (filter: Filter, command: Command) => {
      const { inWorkspace } = await import('../workspace/workspace.js');
      await inWorkspace(({ stores }) =>
        showEach(command, listed(stores.readModels, filter), { each: words, none: 'no deliveries' }),
      );
    });
  webhooks
    .command('redeliver')
    .description('the same event under the same id, its retries from the beginning')
    .requiredOption('--event <id>', 'evt_…')
    .action(async ({ event }: { event: string }, command: Command) => {
      const [{ RequestRedelivery }, { withBuses }] = await Promise.all([
        import('#libs/webhooks'),
        import('../workspace/application.js'),
      ]);
      const { event_id } = await withBuses(({ write }) => write((context) => new RequestRedelivery(event, context)));
      await show(command, { event_id }, () => `${event_id} is due for delivery`);
    });
}

type Models = import('#libs/read-models').ReadModels;

async function* listed(models: Models, { conversation, state }: Filter): AsyncGenerator<DeliveryDocument> {
  const where = {
    ...(conversation === undefined ? {} : { conversation_id: conversation }),
    ...(state === undefined ? {} : { state }),
  };
  const query = { where, sort: [['scheduled_at', 'asc']] } as const;
  for await (const { document } of models.stream<DeliveryDocument>('deliveries', query)) yield document;
}

function words({ event_id, event, state, address, scheduled_at, due_at, attempts }: DeliveryDocument): string {
  const due = due_at === undefined ? '' : `, due ${due_at}`;
  const tries = attempts.map(
    ({ attempt, at, status, error, ms }) =>
      `\n  attempt ${attempt} ${at}: ${status ?? error ?? 'no answer'} in ${ms} ms`,
  );
  return `${event_id} ${event} ${state} ${scheduled_at}${due} → ${address}${tries.join('')}`;
}

import type { Command } from 'commander';
import type { JsonObject } from '#libs/kernel';
import { show, table } from '../output.js';
import { type Workspace } from '../workspace/workspace.js';

/** `projections …`: read models, how far they are, what they could not take. */
export function projectionsCommands(program: Command): void {
  const projections = program
    .command('projections')
    .description('read models: how far they are, what they could not take');
  projections
    .command('list')
    .description('where each read model stands')
    .action(async (_options: object, command: Command) => show(command, await within(list), listWords));
  projections
    .command('rebuild')
    .description('fills a read model anew from all events; the old one serves meanwhile')
    .argument('<name>', 'see projections list')
    .action(async (name: string, _options: object, command: Command) => {
      const { rebuild } = await import('../projections.js');
      await show(command, await within((workspace) => rebuild(workspace, name)), factWords);
    });
  projections
    .command('parked')
    .description('events that a read model or a saga could not take')
    .action(async (_options: object, command: Command) => show(command, await within(parked), parkedWords));
  projections
    .command('retry')
    .description('takes parked events again')
    .argument('<name>', 'read model or saga')
    .option('--key <key>', 'one key of it')
    .action(async (name: string, { key }: { key?: string }, command: Command) => {
      const { retry } = await import('../projections.js');
      await show(command, await within((workspace) => retry(workspace, name, key)), factWords);
    });
}

type Listed = Awaited<ReturnType<typeof list>>;
type Parked = Awaited<ReturnType<typeof parked>>;

/** As it stands: a service that lags behind is to be seen lagging. */
async function within<Result>(work: (workspace: Workspace) => Promise<Result>): Promise<Result> {
  const { inWorkspace } = await import('../workspace/workspace.js');
  return inWorkspace(
    async (workspace) => {
      await workspace.own?.catchUp();
      return work(workspace);
    },
    { stale: true },
  );
}

async function list({ stores: { events, readModels } }: Workspace) {
  const [{ storedStatus }, { projections }] = await Promise.all([import('#libs/processing'), import('#projections')]);
  const statuses = await storedStatus(readModels, projections, await events.head());
  return statuses.map(({ name, version, position, lag, parked }) => ({ name, version, position, lag, parked }));
}

async function parked({ stores: { readModels } }: Workspace) {
  const { storedParked } = await import('#libs/processing');
  return (await storedParked(readModels)).map(({ event_id: _, ...event }) => event);
}

function listWords(statuses: Listed): string {
  const rows = statuses.map((status) =>
    [status.name, status.version, status.position, status.lag, status.parked].map((cell) => String(cell)),
  );
  return table(['name', 'version', 'position', 'lag', 'parked'], rows, 'no read models');
}

function parkedWords(events: Parked): string {
  const rows = events.map((event) =>
    [event.name, event.key, event.position, event.event_type, event.waiting, event.error].map((cell) => String(cell)),
  );
  return table(['name', 'key', 'position', 'event', 'waiting', 'error'], rows, 'nothing is parked');
}

function factWords(facts: JsonObject): string {
  return Object.entries(facts)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
}

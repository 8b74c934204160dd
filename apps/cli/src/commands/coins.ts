import type { Command } from 'commander';
import { whole } from '../arguments.js';
import { show } from '../output.js';

interface TopUp {
  readonly company: string;
  readonly coins: number;
  readonly reason?: string;
  readonly idempotencyKey?: string;
}

/** `coins …`: extra coins, which outlive periods. */
export function coinsCommands(program: Command): void {
  const coins = program.command('coins').description('extra coins of a company');
  coins
    .command('add')
    .description('tops a company up')
    .requiredOption('--company <id>', 'whose')
    .requiredOption('--coins <n>', 'how many', whole(1))
    .option('--reason <text>', 'for the books')
    .option('--idempotency-key <key>', 'the same key adds once, in whatever period it is repeated')
    .action(async (options: TopUp, command: Command) => {
      await show(
        command,
        await add(options),
        ({ company_id, extra_coins }) => `company ${company_id} has ${extra_coins} extra coins`,
      );
    });
}

async function add({ company, coins, reason, idempotencyKey }: TopUp) {
  const [{ AddCoins }, { withBuses }] = await Promise.all([
    import('#libs/coins'),
    import('../workspace/application.js'),
  ]);
  const topUp = {
    company_id: company,
    coins,
    ...(reason === undefined ? {} : { reason }),
    ...(idempotencyKey === undefined ? {} : { idempotency_key: idempotencyKey }),
  };
  const topped = await withBuses(({ write }) => write((context) => new AddCoins(topUp, context)));
  return { company_id: topped.company_id, extra_coins: topped.extra_coins };
}

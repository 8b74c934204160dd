import type { Command } from 'commander';
import { whole } from '../arguments.js';
import { show, table } from '../output.js';
import { withCompanies } from '../workspace/buses.js';

/** `seat …`: workplaces of a company, which orders are handed off to. */
export function seatCommands(program: Command): void {
  const seat = program.command('seat').description('workplaces of a company, which orders are handed off to');
  seat
    .command('add')
    .description('one more workplace')
    .requiredOption('--company <id>', 'whose')
    .requiredOption('--title <title>', 'its name')
    .action(async ({ company, title }: { company: string; title: string }, command: Command) => {
      const input = { company_id: company, title };
      const added = await withCompanies(({ AddSeat, write }) => write((context) => new AddSeat(input, context)));
      const shown = { seat_id: added.seat_id, title: added.title };
      await show(command, shown, () => `seat ${shown.seat_id} ${shown.title}`);
    });
  seat
    .command('revoke')
    .description('nothing more is handed off to it; its cards stay')
    .requiredOption('--company <id>', 'whose')
    .requiredOption('--seat <n>', 'its number', whole(1))
    .action(async ({ company, seat: number }: { company: string; seat: number }, command: Command) => {
      const input = { company_id: company, seat_id: number };
      const { seat_id } = await withCompanies(({ RevokeSeat, write }) =>
        write((context) => new RevokeSeat(input, context)),
      );
      await show(command, { seat_id }, () => `seat ${seat_id} is revoked`);
    });
  seat
    .command('list')
    .description('by number, revoked ones too')
    .requiredOption('--company <id>', 'whose')
    .action(async ({ company }: { company: string }, command: Command) => {
      await show(command, await withCompanies(({ ListSeats, ask }) => ask(new ListSeats(company))), (seats) =>
        table(
          ['seat', 'title', 'created', 'revoked'],
          seats.map((one) => [String(one.seat_id), one.title, one.created_at, one.revoked_at ?? '—']),
          'no seats',
        ),
      );
    });
}

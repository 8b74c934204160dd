import { type Command, Option } from 'commander';
import { isoTime, whole } from '../arguments.js';
import { show } from '../output.js';
import { withCompanies } from '../workspace/buses.js';

/** How long a link of access waits for its one use, ms. */
const ACCESS_TTL_MS = 15 * 60_000;

const STATUSES = ['trial', 'active', 'past_due', 'canceled', 'none'] as const;

interface Subscription {
  readonly plan?: string;
  readonly status?: (typeof STATUSES)[number];
  readonly coinsIncluded?: number;
  readonly periodEnd?: string;
}

/** `company …`: furniture companies and their subscriptions. */
export function companyCommands(program: Command): void {
  const company = program.command('company').description('furniture companies, whose coins the turns use');
  subscription(
    company.command('create').description('a new company').requiredOption('--title <title>', 'its name'),
  ).action(async (options: Subscription & { title: string }, command: Command) => {
    const created = await withCompanies(async ({ RegisterCompany, environment, write }) => {
      const { baseUrl } = await import('../workspace/base-url.js');
      const input = { title: options.title, base_url: baseUrl(environment), ...inputOf(options) };
      const { company_id, cabinet_url } = await write((context) => new RegisterCompany(input, context));
      return { company_id, cabinet_url };
    });
    await show(command, created, (made) => `company ${made.company_id}\ncabinet ${made.cabinet_url}`);
  });
  subscription(
    company.command('subscribe').description('changes what is mentioned').requiredOption('--company <id>', 'whose'),
  ).action(async (options: Subscription & { company: string }, command: Command) => {
    const input = { company_id: options.company, ...inputOf(options) };
    const { company_id } = await withCompanies(({ ChangeSubscription, write }) =>
      write((context) => new ChangeSubscription(input, context)),
    );
    await show(command, { company_id }, () => `the subscription of ${company_id} stands as you said`);
  });
  company
    .command('access')
    .description('a link that signs in to the cabinet, once')
    .requiredOption('--company <id>', 'whose cabinet')
    .addOption(new Option('--role <role>', 'what it shows').choices(['owner', 'auditor', 'workplace']).default('owner'))
    .option('--seat <n>', 'of the role workplace: which', whole(1))
    .action(async (options: Access, command: Command) => {
      await show(command, await access(options), ({ url, expires_at }) => `${url}\nsigns in once, until ${expires_at}`);
    });
}

/** The options that say what a subscription is. */
function subscription(command: Command): Command {
  return command
    .option('--plan <name>', 'name of the plan')
    .addOption(new Option('--status <status>', 'none: no subscription at all').choices(STATUSES))
    .option('--coins-included <n>', 'coins of a period', whole(0))
    .option('--period-end <time>', 'ISO 8601; later than an end already past, it opens a period', isoTime);
}

function inputOf({ plan, status, coinsIncluded, periodEnd }: Subscription) {
  return { plan, status, coins_included: coinsIncluded, period_end: periodEnd };
}

interface Access {
  readonly company: string;
  readonly role: string;
  readonly seat?: number;
}

async function access({ company, role, seat }: Access) {
  const { baseUrl } = await import('../workspace/base-url.js');
  return withCompanies(async ({ IssueCabinetAccess, cabinetUrl, environment, write }) => {
    const input = { company_id: company, role, seat_id: seat, ttl_ms: ACCESS_TTL_MS };
    const { token, expires_at } = await write((context) => new IssueCabinetAccess(input, context));
    return { url: `${cabinetUrl(baseUrl(environment), company)}?access=${token}`, expires_at };
  });
}

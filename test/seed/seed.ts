import { NestFactory } from '@nestjs/core';
import { CommandBus } from '@nestjs/cqrs';
import type { TurnComputing } from '#libs/assistant';
import { AddSeat, ChangeSubscription, RegisterCompany, RegisterPartner } from '#libs/companies';
import { newId } from '#libs/kernel';
import {
  BackgroundProcesses,
  Computing,
  CoreModule,
  type CoreParts,
  chooseAssistant,
  type Environment,
  installationKey,
  openStores,
  type Stores,
  settingsOf,
  unusable,
  VERSION,
} from '#libs/platform';
import {
  Cluster,
  checkpointOfSaga,
  createProjector,
  createReadModelProgress,
  LocalJobs,
  silent,
} from '#libs/processing';
import { projections } from '#projections';
import { pick, randomOf } from './customers.js';
import { datedAggregates } from './dated-aggregates.js';
import { rememberedComputing } from './remembered.js';
import { type Company, Stories } from './stories.js';
import { StoryClock } from './story-clock.js';

/**
 * A company of some months' standing in a data folder, for screens, exports and measurements. Every event is made by the
 * commands and sagas of the service, on clocks of the past.
 */
const DAY_MS = 86_400_000;
const DAYS = 90;
const PERIOD_DAYS = 30;
/** Stories are told at once where they begin within the hour: ledgers keep nearly the order of the times in them. */
const AT_ONCE = { withinMs: 3_600_000, most: 128 };
const SEATS = ['Цех на Лесной', 'Цех на Заводской', 'Салон на Невском'];
const PARTNERS = ['Магазин на Невском', 'Сайт кухонь', 'Дизайн-студия «Линия»'];
/** What a turn takes beyond waiting for its worker. */
const THINKING_MS = { least: 900, more: 6_000 };
const CONTEXT = { actor: 'seed' };

export interface Wanted {
  readonly conversations: number;
  /** The same stories for the same number. */
  readonly seed: number;
}

export interface Seeded {
  readonly company_id: string;
  readonly api_key: string;
  readonly conversations: number;
  readonly turns: number;
}

export async function seed(environment: Environment, wanted: Wanted, say: (line: string) => void): Promise<Seeded> {
  const random = randomOf(wanted.seed);
  const startMs = Date.now() - DAYS * DAY_MS;
  const clock = new StoryClock(startMs);
  const opened = await openStores(environment, true, clock).catch((error) => {
    throw unusable(environment.dataDir, error);
  });
  const stores = { ...opened, aggregates: datedAggregates(opened.aggregates, clock) };
  const app = await NestFactory.createApplicationContext(await coreOf(environment, stores, clock, random), {
    logger: false,
  });
  const following = new AbortController();
  void stores.aggregates.follow(stores.events, following.signal);
  try {
    const commands = app.get(CommandBus);
    const company = await register(commands, clock, environment.publicUrl ?? 'http://127.0.0.1');
    const stories = new Stories(app, stores.aggregates, (stream) => stores.events.load(stream), clock, company, random);
    const tellers = new Tellers(commands, clock, stories, company, say);
    const told = await tellers.tell(wanted.conversations, startMs);
    await finish(stores, app.get(BackgroundProcesses, { strict: false }), say);
    return { company_id: company.company_id, api_key: pick(random, company.partners).api_key, ...told };
  } finally {
    following.abort();
    await app.close();
    await stores.close();
  }
}

/** As in the service, but that nothing runs by itself, and nobody waits for read models. */
async function coreOf(environment: Environment, stores: Stores, clock: StoryClock, random: () => number) {
  const settings = settingsOf(environment);
  const self = { id: newId('nod'), role: 'api' as const, version: VERSION };
  const computing = new Computing(environment.turnCpuBudgetMs);
  const { understand, ...remembered } = rememberedComputing();
  const thinking: TurnComputing = {
    ...remembered,
    understand: (said, signal) => {
      clock.pass(THINKING_MS.least + random() * THINKING_MS.more);
      return understand(said, signal);
    },
  };
  computing.forTurn = () => thinking;
  const progress: CoreParts['progress'] = { waitFor: async () => true, allPast: async () => undefined };
  return CoreModule.with({
    ...{ stores, source: stores.events, progress, clock, computing },
    cluster: new Cluster({ self, leases: stores.readModels.leases }).nodes,
    installationKey: installationKey(environment),
    anchorFile: undefined,
    log: silent,
    assistant: await chooseAssistant(environment),
    ...settings,
  });
}

async function register(commands: CommandBus, clock: StoryClock, base_url: string): Promise<Company> {
  const subscription = { plan: 'seeded', status: 'active' as const, coins_included: 1_000_000 };
  const period_end = periodEnd(clock.monotonicMs());
  const input = { title: 'Кухни Гарнитур', ...subscription, period_end, base_url };
  const { company_id } = await commands.execute(new RegisterCompany(input, CONTEXT));
  for (const title of SEATS) await commands.execute(new AddSeat({ company_id, title }, CONTEXT));
  const partners = [];
  for (const [index, name] of PARTNERS.entries()) {
    const webhook_url = `https://partner-${index + 1}.example/webhooks`;
    partners.push(await commands.execute(new RegisterPartner({ company_id, name, webhook_url }, CONTEXT)));
  }
  return { company_id, partners, seats: SEATS };
}

function periodEnd(fromMs: number): string {
  return new Date(fromMs + PERIOD_DAYS * DAY_MS).toISOString();
}

/** Tell stories, many at a time, those of one period after those of the one before. */
class Tellers {
  private readonly told = { conversations: 0, turns: 0 };

  constructor(
    private readonly commands: CommandBus,
    private readonly clock: StoryClock,
    private readonly stories: Stories,
    private readonly company: Company,
    private readonly say: (line: string) => void,
  ) {}

  async tell(count: number, startMs: number) {
    const periods = DAYS / PERIOD_DAYS;
    for (let period = 0; period < periods; period += 1) {
      const fromMs = startMs + period * PERIOD_DAYS * DAY_MS;
      if (period > 0) await this.openPeriod(fromMs + 1);
      await this.tellOfPeriod(fromMs, Math.round((count * (period + 1)) / periods) - this.told.conversations);
    }
    // The company goes on from today.
    await this.openPeriod(startMs + DAYS * DAY_MS + 1);
    return this.told;
  }

  private openPeriod(fromMs: number) {
    const input = { company_id: this.company.company_id, period_end: periodEnd(fromMs) };
    return this.clock.tell(fromMs, () => this.commands.execute(new ChangeSubscription(input, CONTEXT)));
  }

  /** None begins in the last day of a period, so that each ends within it. */
  private async tellOfPeriod(fromMs: number, count: number): Promise<void> {
    const stepMs = ((PERIOD_DAYS - 1) * DAY_MS) / Math.max(1, count);
    let next = 0;
    const teller = async () => {
      for (let number = next++; number < count; number = next++) {
        const turns = await this.stories.tell(fromMs + 60_000 + number * stepMs);
        this.told.turns += turns;
        this.told.conversations += 1;
        if (this.told.conversations % 10_000 === 0) this.say(`${this.told.conversations} conversations`);
      }
    };
    const tellers = Math.min(AT_ONCE.most, Math.ceil(AT_ONCE.withinMs / stepMs));
    await Promise.all(Array.from({ length: tellers }, teller));
  }
}

/** Read models are brought up to date, and sagas stand behind what is done: the service has nothing left to do. */
async function finish(stores: Stores, processes: BackgroundProcesses, say: (line: string) => void): Promise<void> {
  const { events, readModels: store } = stores;
  const head = await events.head();
  const projector = createProjector({ events, store, projections });
  const local = new LocalJobs();
  await projector.start();
  say(`read models of ${head} events`);
  const progress = createReadModelProgress({ events, store, projections, local });
  await progress.allPast(head, { exceptSaga: '', signal: new AbortController().signal });
  await projector.stop();
  const checkpoints = processes.find().sagas.map(({ name }) => ({ name: checkpointOfSaga(name), position: head }));
  await store.commit({ writes: [], checkpoints });
}

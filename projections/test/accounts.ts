import { Global, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CommandBus, CqrsModule, QueryBus } from '@nestjs/cqrs';
import { CoinsModule, ReserveCoins } from '#libs/coins';
import {
  Companies,
  CompaniesModule,
  GetUsage,
  Partners,
  RegisterCompany,
  type SubscriptionInput,
} from '#libs/companies';
import { AGGREGATES, createAggregates, EVENT_STORE } from '#libs/event-store';
import { CLOCK, newId, Problem } from '#libs/kernel';
import { ClockMonitor, READ_MODEL_PROGRESS } from '#libs/processing';
import {
  type Document,
  type Projection,
  type Query,
  READ_MODELS,
  type ReadModels,
  type Stored,
} from '#libs/read-models';
import { WEBHOOK_SETTINGS } from '#libs/webhooks';
import { MemoryEventStore } from '../../libs/event-store/test/memory-event-store.js';
import { keys } from '../accounts/keys.js';
import { seats } from '../accounts/seats.js';
import { usage } from '../accounts/usage.js';

export const spring = '2031-03-01T00:00:00.000Z';
export const summer = '2031-06-01T00:00:00.000Z';
export const autumn = '2031-09-01T00:00:00.000Z';
export const winter = '2031-12-01T00:00:00.000Z';
const base_url = 'https://kitchens.example/';

/** Read models that are folded from the whole store whenever they are asked: never behind. */
class FoldedReadModels implements ReadModels {
  constructor(
    private readonly store: MemoryEventStore,
    private readonly projections: readonly Projection[],
  ) {}

  async get<Doc extends Document>(name: string, id: string): Promise<Stored<Doc> | undefined> {
    for await (const stored of this.stream<Doc>(name)) if (stored.id === id) return stored;
    return undefined;
  }

  async find<Doc extends Document>(name: string, query: Query) {
    const documents: Stored<Doc>[] = [];
    for await (const stored of this.stream<Doc>(name, query)) documents.push(stored);
    return { documents, next: undefined };
  }

  async *stream<Doc extends Document>(name: string, query: Query = {}): AsyncGenerator<Stored<Doc>> {
    const projection = this.projections.find((candidate) => candidate.name === name);
    if (!projection) throw new Error(`no read model ${name}`);
    const documents = new Map<string, Document>();
    for await (const event of this.store.readAll({ filter: { types: projection.types } })) {
      for (const key of projection.keys(event)) {
        const document = projection.evolve(documents.get(key), event, key);
        if (document) documents.set(key, document);
      }
    }
    for (const [id, document] of documents) {
      const fields = new Map<string, unknown>(Object.entries(document));
      if (Object.entries(query.where ?? {}).every(([field, wanted]) => fields.get(field) === wanted)) {
        yield { id, position: 0n, document: document as Doc };
      }
    }
  }
}

@Global()
@Module({})
class Ports {}

/** Handlers on a memory store, a clock that stands still until it is set, and shorthands for what most tests do. */
export async function accounts(now = spring) {
  const store = new MemoryEventStore();
  const clock = { now: () => new Date(time), monotonicMs: () => 0 };
  let time = now;
  const aggregates = createAggregates(store, { clock });
  const providers = [
    { provide: AGGREGATES, useValue: aggregates },
    { provide: EVENT_STORE, useValue: store },
    { provide: CLOCK, useValue: clock },
    { provide: ClockMonitor, useValue: { now: clock.now, isSettled: () => true } },
    { provide: WEBHOOK_SETTINGS, useValue: { allowPrivate: true } },
    { provide: READ_MODELS, useValue: new FoldedReadModels(store, [keys, seats, usage]) },
    { provide: READ_MODEL_PROGRESS, useValue: { waitFor: async () => true } },
  ];
  const imports = [CqrsModule.forRoot(), CoinsModule, CompaniesModule];
  const accounts = { module: Ports, imports, providers, exports: providers.map(({ provide }) => provide) };
  const module = await NestFactory.createApplicationContext(accounts, { logger: false, abortOnError: false });
  const commands = module.get(CommandBus);
  const queries = module.get(QueryBus);
  const company = async (input: SubscriptionInput) =>
    (await commands.execute(new RegisterCompany({ title: 'Кухни', base_url, ...input }, {}))).company_id;
  return {
    commands,
    queries,
    aggregates,
    company,
    companies: module.get(Companies),
    partners: module.get(Partners),
    at: (next: string) => {
      time = next;
    },
    usage: (companyId: string) => queries.execute(new GetUsage(companyId, base_url)),
    reserve: (company_id: string, coins: number, turn_id = newId('trn'), key_id?: string) =>
      commands.execute(
        new ReserveCoins(
          { company_id, turn_id, conversation_id: 'cnv_1', coins, ...(key_id !== undefined && { key_id }) },
          {},
        ),
      ),
  };
}

/** Reason or code that a promise is refused with. */
export async function refusal(run: Promise<unknown>): Promise<unknown> {
  try {
    await run;
  } catch (error) {
    return error instanceof Problem ? (error.details?.reason ?? error.code) : error;
  }
  return 'not refused';
}

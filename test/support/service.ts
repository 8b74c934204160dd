import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Assistant } from '#libs/assistant';
import { AddCoins } from '#libs/coins';
import { AddSeat, IssueApiKey, RegisterCompany, RegisterPartner, RevokeSeat } from '#libs/companies';
import type { Clock } from '#libs/kernel';
import { createLog, readEnvironment, type Stores } from '#libs/platform';
import { type Service, startService } from '../../apps/service/src/service.js';
import type { Api } from './api.js';
import { CheckedApi } from './checked-api.js';
import { dropStores, storeEnv } from './store-env.js';

export interface TestPartner {
  readonly api: Api;
  readonly company_id: string;
  readonly partner_id: string;
  readonly webhook_secret: string;
}

export interface CompanyInput {
  readonly status?: 'trial' | 'active' | 'past_due' | 'canceled' | 'none';
  readonly coins?: number;
  readonly period_end?: string;
  readonly webhook_url?: string;
}

const context = { actor: 'test' };
const SHOWN_WITHIN_MS = 30_000;
/** Turns that a test leaves hanging are not waited for as long as a customer's. */
const SHORT_GRACE_MS = 200;
const FAR = '2099-01-01T00:00:00.000Z';

/** The whole service in this process, on a throw-away data folder or, where URLs are set, on servers. */
export class TestService {
  private constructor(
    readonly service: Service,
    readonly dataDir: string,
    private readonly options: TestOptions,
  ) {}

  static async start(options: TestOptions = {}): Promise<TestService> {
    const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'garnitur-')));
    const environment = readEnvironment({
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      ...storeEnv(dataDir),
      ...options.env,
    });
    const { assistant, clock, stores, turnGraceMs = SHORT_GRACE_MS, maxEveryMs } = options;
    const service = await startService({
      environment,
      log: createLog(environment.logLevel, false),
      ...(assistant ? { assistant } : {}),
      ...(clock ? { clock } : {}),
      ...(stores ? { stores } : {}),
      turnGraceMs,
      maxEveryMs,
    });
    return new TestService(service, dataDir, options);
  }

  get url(): string {
    return this.service.url;
  }

  /** Stops it and starts another on the same data. */
  async restart(changes: TestOptions = {}): Promise<TestService> {
    await this.service.stop();
    return TestService.start({ ...this.options, ...changes, dataDir: this.dataDir });
  }

  async partner({
    status = 'active',
    coins = 100,
    period_end = FAR,
    webhook_url,
  }: CompanyInput = {}): Promise<TestPartner> {
    const { commands } = this.service;
    const input = { title: 'Кухни', plan: 'test', status, coins_included: coins, period_end, base_url: this.url };
    const { company_id } = await commands.execute(new RegisterCompany(input, context));
    const partner = await this.partnerOf(company_id, webhook_url);
    return { company_id, ...partner };
  }

  async partnerOf(company_id: string, webhook_url?: string): Promise<Omit<TestPartner, 'company_id'>> {
    const input = { company_id, name: 'Магазин', ...(webhook_url === undefined ? {} : { webhook_url }) };
    const made = await this.service.commands.execute(new RegisterPartner(input, context));
    await this.shown(made.position);
    return {
      partner_id: made.partner_id,
      webhook_secret: made.webhook_secret,
      api: new CheckedApi(this.url, made.api_key),
    };
  }

  /** Another key of a partner, that its requests are known by from now on. */
  async issueKey(partner_id: string): Promise<string> {
    const { api_key, position } = await this.service.commands.execute(new IssueApiKey(partner_id, context));
    await this.shown(position);
    return api_key;
  }

  async addCoins(company_id: string, coins: number): Promise<void> {
    const { position } = await this.service.commands.execute(new AddCoins({ company_id, coins }, context));
    await this.shown(position);
  }

  async addSeat(company_id: string, title: string): Promise<number> {
    const { seat_id, position } = await this.service.commands.execute(new AddSeat({ company_id, title }, context));
    await this.shown(position);
    return seat_id;
  }

  async revokeSeat(company_id: string, seat_id: number): Promise<void> {
    const { position } = await this.service.commands.execute(new RevokeSeat({ company_id, seat_id }, context));
    await this.shown(position);
  }

  /** On a server whose store is not empty the read models of a new service have to catch up first. */
  private async shown(position: bigint | undefined): Promise<void> {
    for (const end = Date.now() + SHOWN_WITHIN_MS; Date.now() < end; ) if (await this.service.visible(position)) return;
    throw new Error(`the read models did not show position ${position} within ${SHOWN_WITHIN_MS} ms`);
  }

  /** The same caller, where the service listens now. */
  again(api: Api): Api {
    return new CheckedApi(this.url, api.key);
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await dropStores(this.dataDir);
    await rm(this.dataDir, { recursive: true, force: true });
  }
}

/** Time that a test lets pass: `wind` sets the clock ahead, ms. */
export function adjustableClock(): { readonly clock: Clock; wind(ms: number): void } {
  let aheadMs = 0;
  const clock: Clock = {
    now: () => new Date(Date.now() + aheadMs),
    monotonicMs: () => performance.now() + aheadMs,
  };
  return {
    clock,
    wind: (ms) => {
      aheadMs += ms;
    },
  };
}

export interface TestOptions {
  readonly assistant?: Assistant;
  readonly clock?: Clock;
  /** Opened on the data folder that goes with them; closed with the service. */
  readonly stores?: Stores;
  readonly env?: Record<string, string>;
  readonly dataDir?: string;
  readonly turnGraceMs?: number;
  readonly maxEveryMs?: number;
}

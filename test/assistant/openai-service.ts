import { type CallFailure, type OpenAiOptions, openAiAssistant } from '#libs/assistant';
import type { Api } from '../support/api.js';
import { eventually } from '../support/api.js';
import { TestService } from '../support/service.js';
import { Traces } from '../support/traces.js';
import { ModelServer, type Step } from './model-server.js';
import { keepsItsRecord } from './turn-record.js';

export const KEY = 'sk-proj-test-0123456789abcdef';
/** Of a turn, unless a spec is about it: not reached however busy the machine is. */
const DEADLINE_MS = 60_000;
/** Initial coins of each partner. */
const COINS = 50;

/** The whole service with the OpenAI-compatible assistant, and the server it calls. */
export class OpenAiService {
  private constructor(
    readonly callFailures: CallFailure[],
    readonly server: ModelServer,
    readonly service: TestService,
    readonly traces: Traces,
  ) {}

  static async start({ deadlineMs = DEADLINE_MS, ...options }: Partial<OpenAiOptions> = {}): Promise<OpenAiService> {
    const server = await ModelServer.start();
    const callFailures: CallFailure[] = [];
    const assistant = await openAiAssistant({
      apiKey: KEY,
      baseUrl: server.url,
      model: 'gpt-4o-mini',
      deadlineMs,
      backoff: { firstMs: 10, maxCalls: 3 },
      onCallFailure: (failure) => callFailures.push(failure),
      ...options,
    });
    const service = await TestService.start({ assistant, env: { TURN_DEADLINE: `${deadlineMs}ms` } });
    return new OpenAiService(callFailures, server, service, await Traces.of(service.dataDir));
  }

  /** Starts one for a single test and always stops it. */
  static async within(options: Partial<OpenAiOptions>, use: (open: OpenAiService) => Promise<void>): Promise<void> {
    const open = await OpenAiService.start(options);
    try {
      await use(open);
    } finally {
      await open.stop();
    }
  }

  async stop(): Promise<void> {
    await this.traces.close();
    await this.service.stop();
    await this.server.stop();
  }

  /** A new partner with a conversation. */
  async customer(): Promise<{ api: Api; id: string }> {
    const { api } = await this.service.partner({ coins: COINS });
    return { api, id: await api.conversation() };
  }

  /** One turn of a new partner, checked against everything recorded about it; returns outcome, attempts and coins. */
  async turn(words: string, ...steps: Step[]) {
    this.server.script(...steps);
    this.callFailures.length = 0;
    return this.said(words);
  }

  /** The same by the script that stands: several may go on at once. */
  async said(words: string) {
    const { api, id } = await this.customer();
    const outcome = await api.say(id, words);
    const record = await keepsItsRecord(this.traces, api, id, outcome);
    await this.settled(api, record.coins);
    return { api, id, outcome, ...record };
  }

  /** Waits until the account was charged `spent` coins and has no reservation left. */
  settled(api: Api, spent: number): Promise<boolean> {
    return eventually(async () => {
      const { coins_left, coins_used } = await api.usage();
      return coins_left + coins_used === COINS && coins_used === spent;
    });
  }
}

export const nexts = (attempts: readonly { next?: unknown }[]): unknown[] => attempts.map(({ next }) => next);

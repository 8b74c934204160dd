import { setTimeout as pause } from 'node:timers/promises';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.js';
import { freePort, ServiceProcess } from '../service-process.js';
import type { FaultLog } from './fault-log.js';
import type { StorePorts } from './stores.js';

export type Role = 'api' | 'worker';

/** Times on the wall clock, ms since 1970. */
export interface Interval {
  readonly from: number;
  readonly to: number;
}

/** One node of the fleet, with proxies of its own to the stores, so that it alone can lose them. */
export class FleetNode {
  /** When something was done to it, until it worked again by itself. */
  readonly touched: Interval[] = [];
  private process: ServiceProcess | undefined;
  private before: Promise<void> = Promise.resolve();

  private constructor(
    readonly name: string,
    readonly role: Role,
    readonly url: string,
    private readonly env: Readonly<Record<string, string>>,
    private readonly proxies: Readonly<Record<'events' | 'models', TcpProxy>>,
    private readonly log: FaultLog,
  ) {}

  static async make(
    name: string,
    role: Role,
    stores: StorePorts,
    env: Readonly<Record<string, string>>,
    log: FaultLog,
  ): Promise<FleetNode> {
    const port = await freePort();
    const proxies = {
      events: await startTcpProxy(stores.events.port),
      models: await startTcpProxy(stores.models.port),
    };
    const own = {
      ROLE: role,
      PORT: String(port),
      EVENTSTORE_URL: stores.events.url(proxies.events.port),
      MONGODB_URL: stores.models.url(proxies.models.port),
      ...env,
    };
    return new FleetNode(name, role, `http://127.0.0.1:${port}`, own, proxies, log);
  }

  async start(): Promise<void> {
    this.process = ServiceProcess.spawn(this.env, 'thinking', (text) => this.log.note(this.name, text));
    await this.process.listening();
  }

  /** Dies at once; a supervisor starts it again after a while. */
  async dies(awayMs: number): Promise<void> {
    await this.during(async () => {
      await this.process?.kill();
      await pause(awayMs);
      // Its stores may be away at the moment: it ends with one line, and is started again, as by a supervisor.
      for (let tries = 0; ; tries += 1) {
        try {
          return await this.start();
        } catch (error) {
          await this.process?.kill();
          if (tries >= 20) throw error;
          await pause(500);
        }
      }
    });
  }

  /** Stands still, and then goes on as if nothing had been. */
  async sleeps(ms: number): Promise<void> {
    await this.during(async () => {
      this.process?.signal('SIGSTOP');
      await pause(ms);
      this.process?.signal('SIGCONT');
    });
  }

  /** Its connections to a store break, and new ones with them, for so long. */
  async loses(store: 'events' | 'models', ms: number): Promise<void> {
    await this.during(() => this.without(store, ms));
  }

  /** Nothing gets through to a store for so long, and nothing is refused either. */
  async isDeafTo(store: 'events' | 'models', ms: number): Promise<void> {
    await this.during(async () => {
      this.proxies[store].freeze();
      await pause(ms);
      this.proxies[store].thaw();
    });
  }

  /** The same as `loses`, where it is not this node's own trouble. */
  async without(store: 'events' | 'models', ms: number): Promise<void> {
    const { cut } = this.proxies[store];
    for (const end = Date.now() + ms; Date.now() < end; await pause(20)) cut();
  }

  async stop(): Promise<{ readonly code: number | null; readonly stderr: string }> {
    const { process } = this;
    if (!process) return { code: 0, stderr: '' };
    const { code } = await process.terminate();
    return { code, stderr: process.stderr };
  }

  async end(): Promise<void> {
    await this.process?.kill();
    for (const proxy of Object.values(this.proxies)) await proxy.close();
  }

  /** One thing at a time is done to a node: of two who kill it, both would start it again. */
  private during(work: () => Promise<void>): Promise<void> {
    const turn = this.before.then(async () => {
      const from = Date.now();
      await work();
      this.touched.push({ from, to: Date.now() });
    });
    this.before = turn.catch(() => undefined);
    return turn;
  }
}

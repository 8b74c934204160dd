import { Api } from '../support/api.js';
import { EventStoreDouble } from '../support/eventstoredb/double.js';
import { MongoDouble } from '../support/mongodb/double.js';
import { runCli } from './run-cli.js';
import { ServiceProcess } from '../faults/service-process.js';

export type StoreUrls = Readonly<Record<'EVENTSTORE_URL' | 'MONGODB_URL', string>>;

/** Processes on doubles of both servers, as docker-compose.yml would start them on real ones. */
export class ClusterOfProcesses {
  readonly running: ServiceProcess[] = [];

  private constructor(
    readonly events: EventStoreDouble,
    readonly models: MongoDouble,
  ) {}

  static async create(): Promise<ClusterOfProcesses> {
    return new ClusterOfProcesses(await EventStoreDouble.start(), await MongoDouble.start());
  }

  get env(): StoreUrls & { LINK_SECRET: string } {
    return { EVENTSTORE_URL: this.events.url, MONGODB_URL: this.models.url, LINK_SECRET: 'of all nodes' };
  }

  spawn(env: Readonly<Record<string, string>>): ServiceProcess {
    const process = ServiceProcess.spawn(
      { ...this.env, DATA_DIR: '/dev/null/nobody-makes-this', ...env },
      'thinking-assistant',
    );
    this.running.push(process);
    return process;
  }

  /** A company and its partner, made as an operator makes them. */
  async partner(url: string): Promise<{ api: Api; company_id: string }> {
    const far = '2099-01-01T00:00:00.000Z';
    const { company_id } = await runCli(this.env, [
      ...['company', 'create', '--title', 'Кухни', '--plan', 'p', '--status', 'active'],
      ...['--coins-included', '100', '--period-end', far],
    ]);
    const { api_key } = await runCli(this.env, [
      'partner',
      'create',
      '--company',
      String(company_id),
      '--name',
      'Магазин',
    ]);
    return { api: new Api(url, String(api_key)), company_id: String(company_id) };
  }

  async end(): Promise<void> {
    await Promise.all(this.running.splice(0).map((process) => process.kill()));
    await this.events.stop();
    await this.models.stop();
  }
}

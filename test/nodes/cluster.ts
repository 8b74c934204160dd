import { ServiceProcess } from '../faults/service-process.js';
import { Api } from '../support/api.js';
import { CheckedApi } from '../support/checked-api.js';
import { EventStoreDouble } from '../support/eventstoredb/double.js';
import { garniturJson } from '../support/garnitur.js';
import { MongoDouble } from '../support/mongodb/double.js';

/** Processes on doubles of both servers, as docker-compose.yml would start them on real ones. */
export class ClusterOfProcesses {
  private readonly running: ServiceProcess[] = [];

  private constructor(
    private readonly events: EventStoreDouble,
    private readonly models: MongoDouble,
  ) {}

  static async create(): Promise<ClusterOfProcesses> {
    return new ClusterOfProcesses(await EventStoreDouble.start(), await MongoDouble.start());
  }

  get env(): Readonly<Record<'EVENTSTORE_URL' | 'MONGODB_URL' | 'LINK_SECRET', string>> {
    return {
      EVENTSTORE_URL: this.events.url,
      MONGODB_URL: this.models.url,
      LINK_SECRET: 'a secret that the nodes of a test share',
    };
  }

  spawn(role: 'api' | 'worker'): ServiceProcess {
    const process = ServiceProcess.spawn(
      { ...this.env, ROLE: role, DATA_DIR: '/dev/null/nobody-makes-this' },
      'thinking',
    );
    this.running.push(process);
    return process;
  }

  /** A company and its partner, made as an operator makes them. */
  async partner(url: string): Promise<Api> {
    const subscription = ['--plan', 'p', '--status', 'active', '--coins-included', '100'];
    const period = ['--period-end', '2099-01-01T00:00:00.000Z'];
    const company = ['company', 'create', '--title', 'Кухни', ...subscription, ...period];
    const { company_id } = await garniturJson(this.env, company);
    const { api_key } = await garniturJson(this.env, [
      'partner',
      'create',
      '--company',
      company_id,
      '--name',
      'Магазин',
    ]);
    return new CheckedApi(url, api_key);
  }

  async end(): Promise<void> {
    await Promise.all(this.running.splice(0).map((process) => process.kill()));
    await this.events.stop();
    await this.models.stop();
  }
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Exit, ServiceProcess } from '../../faults/service-process.js';
import { type Answer, Api } from '../../support/api.js';
import type { Ground } from './requests/message.js';
import { readOperations } from './requests/openapi.js';

/** What is attacked. */
export interface Target {
  readonly url: string;
  readonly key: string;
  /** Unknown for a service that somebody else has started. */
  readonly pid?: number | undefined;
  readonly exited?: Promise<Exit> | undefined;
  /** What it wrote to stderr. */
  errors(): string;
  stop(): Promise<void>;
}

/** What the service is told; its limits of requests are high, where they would only answer 429. */
const SERVICE_ENV = { ASSISTANT: 'offline', LOG_LEVEL: 'fatal' };

/** The built service on a throw-away folder; the company of the first start pays, with its few coins. */
export async function startTarget(env: Readonly<Record<string, string>> = {}): Promise<Target> {
  const dataDir = await mkdtemp(join(tmpdir(), 'garnitur-attack-'));
  const service = ServiceProcess.spawn({ ...SERVICE_ENV, DATA_DIR: dataDir, ...env });
  const key = await keyOf(service);
  return targetOf(service, key, () => rm(dataDir, { recursive: true, force: true }));
}

/** A server with one defect (planted.ts). */
export async function startPlanted(defect: string): Promise<Target> {
  return targetOf(ServiceProcess.spawn({ DEFECT: defect }, 'planted'), 'pk_any', () => Promise.resolve());
}

async function targetOf(service: ServiceProcess, key: string, clear: () => Promise<void>): Promise<Target> {
  return {
    url: await service.listening(),
    key,
    pid: service.pid,
    exited: service.exited,
    errors: () => service.stderr,
    stop: async () => {
      await service.kill();
      await clear();
    },
  };
}

/** The key that a first start prints. */
export async function keyOf(service: ServiceProcess): Promise<string> {
  await service.listening();
  const key = /^ +(pk_\w+)$/m.exec(service.stdout)?.[1];
  if (key === undefined) throw new Error(`the service printed no key: ${service.stdout}`);
  return key;
}

const EMPTY_CONVERSATIONS = 6;
/** Every assistant builds it at once. */
const KITCHEN =
  'угловая 3000 на 2000, мойка в углу, посудомойка 60 рядом, духовка с индукцией на короткой стороне, встроенный холодильник в начале длинной. Верх по обеим стенам, вытяжка над варочной';

/** Asks the target for what requests are made of: its operations, a kitchen, a link. */
export async function groundOf({ url, key }: Pick<Target, 'url' | 'key'>): Promise<Ground> {
  const api = new Api(url, key);
  const operations = readOperations((await api.get('/docs-json', { key: null })).json);
  const built = await api.conversation();
  const conversations: [string, ...string[]] = [built];
  for (let left = EMPTY_CONVERSATIONS; left > 0; left--) conversations.push(await api.conversation());
  const turn = await given(await api.post(`/v1/conversations/${built}/turns`, { text: KITCHEN }), async (answer) => {
    await api.outcome(answer.json.turn.id);
    return String(answer.json.turn.id);
  });
  const token = await given(await api.get(`/v1/conversations/${built}/render?link=1`), async (answer) =>
    String(answer.json.url.split('/r/')[1]),
  );
  const { host } = new URL(url);
  return { host, key, operations, conversations, turns: [turn ?? 'trn_none'], tokens: [token ?? 'none'] };
}

/** A target that is not the service (planted.ts) gives out less. */
async function given(answer: Answer, take: (answer: Answer) => Promise<string>): Promise<string | undefined> {
  return answer.status < 300 ? take(answer) : undefined;
}

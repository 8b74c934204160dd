// A program: the service with an assistant that plans one kitchen, and how long its event loop was held at a time. It tells its
// parent its address and a key; asked to `begin` and to `end`, it tells what was measured in between.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { RegisterCompany, RegisterPartner } from '#libs/companies';
import { createLog, readEnvironment } from '#libs/platform';
import { startService } from '../../apps/service/src/service.js';
import { ScriptedAssistant } from '../../libs/assistant/test/scripted-assistant.js';
import { USUAL } from '../../libs/furniture/test/layout/usual.js';

/** What the service was held for. */
export interface Held {
  /** The most processor time that the thread took between two rounds of its loop, ms: other programs add nothing to it. */
  readonly longestMs: number;
  /** The most that a timer was late, ms: with what other programs and the collector take. */
  readonly latestMs: number;
}

export interface MeasuredLoop {
  readonly url: string;
  readonly key: string;
}

const dataDir = await mkdtemp(join(tmpdir(), 'garnitur-'));
const environment = readEnvironment({
  ...{ PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent' },
  RATE_LIMIT: '1000000,1000000',
});
const plans = { kind: 'operations', operations: [{ op: 'plan_kitchen', brief: USUAL }], reply: 'Собрал.' } as const;
const service = await startService({
  ...{ environment, log: createLog('silent', false) },
  assistant: new ScriptedAssistant([{ ...plans, operations: [...plans.operations] }]),
});
const context = { actor: 'test' };
const company = { title: 'Кухни', coins_included: 100, base_url: service.url };
const { company_id } = await service.commands.execute(new RegisterCompany(company, context));
const partner = await service.commands.execute(new RegisterPartner({ company_id, name: 'Магазин' }, context));
while (!(await service.visible(partner.position)));

const delay = monitorEventLoopDelay({ resolution: 1 });
const spent = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};
let measuring = false;
let longestMs = 0;
function round(before: number): void {
  const now = spent();
  longestMs = Math.max(longestMs, now - before);
  if (measuring) setImmediate(round, now);
}

process.on('message', (asked) => {
  measuring = asked === 'begin';
  if (measuring) {
    longestMs = 0;
    delay.reset();
    delay.enable();
    setImmediate(round, spent());
  } else {
    delay.disable();
    process.send?.({ longestMs, latestMs: delay.max / 1e6 } satisfies Held);
  }
});
process.on('disconnect', async () => {
  // Left on by a spec that failed meanwhile it would keep this process alive.
  measuring = false;
  await service.stop();
  await rm(dataDir, { recursive: true, force: true });
});
process.send?.({ url: service.url, key: partner.api_key } satisfies MeasuredLoop);

import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Answer } from '#libs/assistant';
import { GetUsage, RegisterCompany, RegisterPartner } from '#libs/companies';
import { StartConversation } from '#libs/conversations';
import { collectWhenIdle, releaseMemory } from '#libs/kernel';
import { createLog, readEnvironment } from '#libs/platform';
import { type Service, startService } from '../../apps/service/src/service.js';
import { ScriptedAssistant } from '../../libs/assistant/test/scripted-assistant.js';

/**
 * The service under load, in a process of its own: `node service.js DATA_DIR CONVERSATIONS CONCURRENCY ENV`, with a partner
 * (of a company of its own) for each of the comma-separated numbers of conversations. Turns are answered at once; never, with
 * a concurrency of 0; by the offline assistant, where the environment names it. It tells its parent its address, and
 * each partner's key and conversations, and then, when it is asked, the delay of its event loop, its processor time, and
 * the coins used.
 */
const [dataDir = '', conversations = '0', concurrency = '64', given = '{}'] = process.argv.slice(2);
const CONTEXT = { actor: 'bench' };
const INSTANT: Answer = {
  kind: 'reading',
  reply: 'На рисунке слева направо: мойка 600, посудомойка 450, духовка 600.',
};

async function main(): Promise<void> {
  const env: Record<string, string> = JSON.parse(given);
  const environment = readEnvironment({
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    RATE_LIMIT: '1000000,1000000',
    TURN_CONCURRENCY: concurrency === '0' ? '1' : concurrency,
    ...env,
  });
  // With no concurrency at all turns are only accepted: the one that runs never ends.
  const scripted = new ScriptedAssistant(concurrency === '0' ? ['hang'] : [INSTANT]);
  const service = await startService({
    environment,
    log: createLog('error', false),
    ...(env.ASSISTANT === undefined ? { assistant: scripted } : {}),
  });
  // As the program does.
  releaseMemory();
  collectWhenIdle();
  const partners = await Promise.all(conversations.split(',').map((number) => partnerOf(service, Number(number))));
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  process.on('message', async (message) => {
    if (message === 'reset') delay.reset();
    if (message === 'delay')
      process.send?.({ delayP99Ms: delay.percentile(99) / 1e6 - 1, delayMaxMs: delay.max / 1e6 });
    if (message === 'cpu') {
      const [all, serving] = [process.cpuUsage(), process.threadCpuUsage()];
      process.send?.({ cpuUs: all.user + all.system, servingCpuUs: serving.user + serving.system });
    }
    if (message === 'used') {
      const of = partners.map(({ company_id }) => service.queries.execute(new GetUsage(company_id, service.url)));
      process.send?.({ coinsUsed: (await Promise.all(of)).reduce((sum, { coins_used }) => sum + coins_used, 0) });
    }
    if (message === 'stop') {
      await service.stop();
      process.exit(0);
    }
  });
  process.send?.({ url: service.url, partners });
}

async function partnerOf(service: Service, conversations: number) {
  const wish = {
    title: 'Bench',
    plan: 'bench',
    status: 'active' as const,
    coins_included: 100_000_000,
    base_url: service.url,
  };
  const { company_id } = await service.commands.execute(new RegisterCompany(wish, CONTEXT));
  const partner = await service.commands.execute(new RegisterPartner({ company_id, name: 'Bench' }, CONTEXT));
  const owner = { partner_id: partner.partner_id, company_id };
  const ids: string[] = [];
  let { position } = partner;
  while (ids.length < conversations) {
    const some = Array.from({ length: 500 }, () => service.commands.execute(new StartConversation(owner, {}, CONTEXT)));
    for (const started of await Promise.all(some)) {
      ids.push(started.conversation_id);
      position = started.position ?? position;
    }
  }
  // Read models that have these conversations still before them, or what earlier rounds left on a server, would be measured.
  while (!(await service.visible(position)));
  return { company_id, key: partner.api_key, ids };
}

void main();

import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer, Assistant } from '#libs/assistant';
import { GetUsage, RegisterCompany, RegisterPartner } from '#libs/companies';
import { StartConversation } from '#libs/conversations';
import { collectSeldom, collectWhenIdle, eventId, releaseMemory, uuidv7 } from '#libs/kernel';
import { createLog, readEnvironment } from '#libs/platform';
import { ScheduleWebhook } from '#libs/webhooks';
import { type Service, startService } from '../../apps/service/src/service.js';
import type { MeasuredPartner, Question, Scheduling, Wanted } from './measured-service.js';

/**
 * The service under load, in a process of its own: `node measured-service.entry.js DATA_DIR WANTED`. It tells its parent its
 * address and partners, each of a company of its own, and then what it is asked for.
 */
const [dataDir = '', given = '{}'] = process.argv.slice(2);
const CONTEXT = { actor: 'bench' };
const READING = {
  kind: 'reading',
  reply: 'На рисунке слева направо: мойка 600, посудомойка 450, духовка 600.',
} satisfies Answer;

interface Partner extends MeasuredPartner {
  readonly company_id: string;
}

async function main({ conversations, concurrency, env, answerMs = 0 }: Omit<Wanted, 'dir'>): Promise<void> {
  // As the program does, here and below.
  collectSeldom();
  const environment = readEnvironment({
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    RATE_LIMIT: '1000000,1000000',
    TURN_CONCURRENCY: String(Math.max(1, concurrency)),
    ...env,
  });
  // With no concurrency at all turns are only accepted: the one that runs never ends.
  const assistant = assistantThatTakes(concurrency === 0 ? Number.POSITIVE_INFINITY : answerMs);
  const service = await startService({
    environment,
    log: createLog('error', false),
    ...(env.ASSISTANT === undefined ? { assistant } : {}),
  });
  releaseMemory();
  collectWhenIdle();
  const partners = await Promise.all(conversations.map((count) => partnerOf(service, count)));
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const answers = {
    reset: () => {
      delay.reset();
      return {};
    },
    delay: () => ({ delayP99Ms: delay.percentile(99) / 1e6 - 1, delayMaxMs: delay.max / 1e6 }),
    cpu: () => {
      const [all, serving] = [process.cpuUsage(), process.threadCpuUsage()];
      return { cpuUs: all.user + all.system, servingCpuUs: serving.user + serving.system };
    },
    used: async () => {
      const of = partners.map(({ company_id }) => service.queries.execute(new GetUsage(company_id, service.url)));
      return { coinsUsed: (await Promise.all(of)).reduce((sum, { coins_used }) => sum + coins_used, 0) };
    },
  };
  process.on('message', async (asked: Question | Scheduling) => {
    if (typeof asked === 'string') process.send?.(await answers[asked]());
    else process.send?.(await schedule(service, partners, asked));
  });
  process.send?.({ url: service.url, partners });
}

/** Answers every turn alike after so long; never, with infinity. */
function assistantThatTakes(ms: number): Assistant {
  const usage = { model: 'scripted', promptTokens: 0, completionTokens: 0, costUsd: 0 };
  return {
    model: usage.model,
    async answer(_request, signal) {
      if (ms === Number.POSITIVE_INFINITY) await once(signal, 'abort');
      else if (ms > 0) await pause(ms, undefined, { signal });
      signal.throwIfAborted();
      return { answer: READING, usage };
    },
  };
}

async function partnerOf(service: Service, conversations: number): Promise<Partner> {
  const wish = {
    title: 'Bench',
    plan: 'bench',
    status: 'active' as const,
    coins_included: 100_000_000,
    base_url: service.url,
  };
  const { company_id } = await service.commands.execute(new RegisterCompany(wish, CONTEXT));
  const partner = await service.commands.execute(new RegisterPartner({ company_id, name: 'Bench' }, CONTEXT));
  const { partner_id } = partner;
  const ids: string[] = [];
  let { position } = partner;
  while (ids.length < conversations) {
    const some = Array.from({ length: Math.min(500, conversations - ids.length) }, () =>
      service.commands.execute(new StartConversation({ partner_id, company_id }, {}, CONTEXT)),
    );
    for (const started of await Promise.all(some)) {
      ids.push(started.conversation_id);
      position = started.position ?? position;
    }
  }
  // Read models that have these conversations still before them, or what earlier rounds left on a server, would be measured.
  while (!(await service.visible(position)));
  return { company_id, partner_id, key: partner.api_key, ids };
}

/** As many to each partner's address, all of them due at one time, by when they have been scheduled. */
async function schedule(service: Service, partners: readonly Partner[], { webhooks, address, dueInMs }: Scheduling) {
  const due_at = new Date(Date.now() + dueInMs).toISOString();
  const body = JSON.stringify({ text: 'x'.repeat(1_000) });
  for (let first = 0; first < webhooks; first += 500) {
    const some = Array.from({ length: Math.min(500, webhooks - first) }, (_, index) => {
      const number = (first + index) % partners.length;
      const { partner_id = '' } = partners[number] ?? {};
      const webhook = { event_id: eventId(uuidv7()), event: 'turn.completed', partner_id, address: address + number };
      return service.commands.execute(new ScheduleWebhook({ ...webhook, body, due_at }, CONTEXT));
    });
    await Promise.all(some);
  }
  if (Date.now() > Date.parse(due_at)) throw new Error(`${webhooks} webhooks were not scheduled within ${dueInMs} ms`);
  return {};
}

void main(JSON.parse(given));

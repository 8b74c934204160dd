import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AddSeat, RegisterCompany, RegisterPartner } from '#libs/companies';
import { createLog, readEnvironment } from '#libs/platform';
import { startService } from '../../apps/service/src/service.js';
import { Api } from '../support/api.js';

const CONTEXT = { actor: 'eval' };
const DAY_MS = 86_400_000;
const COINS = 1_000_000;

/** Taken from the caller's environment: they select the assistant. Everything else is temporary. */
const ASSISTANT_VARIABLES = /^(ASSISTANT|OPENAI_.*|TURN_DEADLINE)$/;

export interface Throwaway {
  readonly api: Api;
  readonly model: string;
  stop(): Promise<void>;
}

/** A service on a free port with a new data folder and one partner with enough coins. */
export async function startThrowaway(env: NodeJS.ProcessEnv): Promise<Throwaway> {
  const dataDir = await mkdtemp(join(tmpdir(), 'garnitur-eval-'));
  const chosen = Object.fromEntries(Object.entries(env).filter(([name]) => ASSISTANT_VARIABLES.test(name)));
  const environment = readEnvironment({
    ASSISTANT: 'offline',
    ...chosen,
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
  });
  const service = await startService({ environment, log: createLog('error', true) });
  const company = {
    title: 'Eval',
    plan: 'eval',
    status: 'active' as const,
    coins_included: COINS,
    period_end: new Date(Date.now() + DAY_MS).toISOString(),
    base_url: service.url,
  };
  const { company_id } = await service.commands.execute(new RegisterCompany(company, CONTEXT));
  await service.commands.execute(new AddSeat({ company_id, title: 'Eval' }, CONTEXT));
  const partner = await service.commands.execute(new RegisterPartner({ company_id, name: 'Eval' }, CONTEXT));
  await service.visible(partner.position);
  const api = new Api(service.url, partner.api_key);
  const { json } = await api.get('/v1/health', { key: null });
  return {
    api,
    model: json.model,
    stop: async () => {
      await service.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

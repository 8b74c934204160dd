import { RegisterCompany, type RegisteredPartner, RegisterPartner } from '#libs/companies';
import type { Environment, Stores } from '#libs/platform';
import type { Service } from './service.js';

/** What the demo company of a fresh data folder may spend. */
const DEMO_COINS = 500;
const DEMO_DAYS = 365;
/** Level 1: every assistant builds it. */
const REQUEST =
  'угловая 3000 на 2000, мойка в углу, посудомойка 60 рядом, духовка с индукцией на короткой стороне, встроенный холодильник в начале длинной. Верх по обеим стенам, вытяжка над варочной';

/** What `npm start` prints: the address; on the first start with an empty data folder also a company, a key and a curl. */
export async function greet(service: Service, environment: Environment): Promise<string> {
  const { url } = service;
  const lines = [
    `Garnitur listens on ${url}`,
    `API docs: ${url}/docs`,
    `Console: ${url}/cabinet`,
    `Data: ${placeOfData(environment)}`,
  ];
  if (!service.isFresh) return `${lines.join('\n')}\n`;
  const { company_id, partner_id, api_key, webhook_secret } = await createDemoPartner(service);
  lines.push(
    '',
    `A demo company (${company_id}) with coins was made for this empty data folder, and a partner (${partner_id}).`,
  );
  if (environment.production) {
    // Logs are kept, and read by more people than may call the API.
    lines.push(`No API key is printed in production; this issues one: garnitur key issue --partner ${partner_id}`);
  } else {
    lines.push(
      'Its API key and its webhook secret, shown this once:',
      `  ${api_key}`,
      `  ${webhook_secret}`,
      '',
      'Paste this; it sends a Russian request and waits for the kitchen:',
      '',
      conversationScript(url, api_key),
      '',
      'This prints a link that lets you in to the console, once:',
      `  npm run garnitur -- company access --company ${company_id}`,
      '',
    );
  }
  return `${lines.join('\n')}\n`;
}

/** Where everything is kept, by the names of the settings: their values may hold passwords. */
export function placeOfData({ eventStoreUrl, mongoUrl, dataDir }: Environment): string {
  const servers = [
    ...(eventStoreUrl === undefined ? [] : ['EventStoreDB (EVENTSTORE_URL)']),
    ...(mongoUrl === undefined ? [] : ['MongoDB (MONGODB_URL)']),
  ];
  if (servers.length === 0) return dataDir;
  return servers.length === 2 ? servers.join(' and ') : `${servers[0]}, the rest in ${dataDir}`;
}

async function createDemoPartner({
  commands,
  clock,
  url,
  visible,
}: Service): Promise<RegisteredPartner & { company_id: string }> {
  const context = { actor: 'first-start' };
  const period_end = new Date(clock.now().getTime() + DEMO_DAYS * 86_400_000).toISOString();
  const input = {
    title: 'Демо-кухни',
    plan: 'demo',
    status: 'active' as const,
    coins_included: DEMO_COINS,
    period_end,
    base_url: url,
  };
  const { company_id } = await commands.execute(new RegisterCompany(input, context));
  const partner = await commands.execute(new RegisterPartner({ company_id, name: 'Демо' }, context));
  await visible(partner.position);
  return { company_id, ...partner };
}

/** One paste for a POSIX shell with curl: create, send, poll, and the picture's link. */
function conversationScript(url: string, key: string): string {
  return [
    `KEY=${key}; API=${url}/v1; auth="Authorization: Bearer $KEY"; json='Content-Type: application/json'`,
    `field() { sed -n 's/.*"'"$1"'":"\\([^"]*\\)".*/\\1/p'; echo; }`,
    `C=$(curl -s -X POST $API/conversations -H "$auth" | sed -n 's/.*"conversation":{"id":"\\([^"]*\\)".*/\\1/p')`,
    `T=$(curl -s -X POST $API/conversations/$C/turns -H "$auth" -H "$json" -d '{"text":"${REQUEST}"}' | sed -n 's/.*"turn":{"id":"\\([^"]*\\)".*/\\1/p')`,
    `until curl -s $API/turns/$T -H "$auth" | tee /tmp/turn.json | grep -q '"state":"\\(done\\|failed\\)"'; do sleep 1; done`,
    `field status < /tmp/turn.json; field note < /tmp/turn.json; curl -s "$API/conversations/$C/render?format=html&view=iso&facade=oak&link=1" -H "$auth" | field url`,
  ].join('\n');
}

/** Whether nothing was ever stored; of several nodes that find that at once, one is told so. */
export async function isFirstStart({ events, readModels }: Pick<Stores, 'events' | 'readModels'>): Promise<boolean> {
  for await (const _ of events.readAll()) return false;
  const { leases } = readModels;
  return leases.exclusive || (await leases.compareAndSet('first-start', 0, {})) !== undefined;
}

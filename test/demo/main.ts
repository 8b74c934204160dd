import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { AddSeat, RegisterCompany, RegisterPartner } from '#libs/companies';
import { createLog, readEnvironment } from '#libs/platform';
import { startService } from '../../apps/service/src/service.js';
import { verifySignature } from '../../libs/webhooks/test/verify-signature.js';
import { Api, eventually } from '../support/api.js';
import { Receiver } from '../support/receiver.js';

/** `npm run demo`: one whole customer conversation through the public API, on a throw-away data folder. */
const OUTPUT = resolve('demo-output');
const CONTEXT = { actor: 'demo' };
const DAY_MS = 86_400_000;

const CONVERSATION = [
  'Хочу кухню',
  'угловая 3000 на 2000, мойка в углу, посудомойка 60 рядом, духовка с индукцией на короткой стороне, встроенный холодильник в начале длинной. Верх по обеим стенам, вытяжка над варочной',
  'фасады низа графит, верх белый, столешница дуб',
  'а какая высота столешницы получится и сколько между ней и верхними?',
];

const say = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'garnitur-demo-'));
  const environment = readEnvironment({ PORT: '0', DATA_DIR: dataDir, ASSISTANT: 'offline', LOG_LEVEL: 'warn' });
  const service = await startService({ environment, log: createLog('warn', true) });
  const receiver = await Receiver.start();
  try {
    const partner = await preparePartner(service, receiver.url);
    await play(new Api(service.url, partner.api_key), receiver, partner.webhook_secret);
  } finally {
    await service.stop();
    await receiver.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

type Service = Awaited<ReturnType<typeof startService>>;

async function preparePartner({ commands, url, visible }: Service, webhookUrl: string) {
  const period_end = new Date(Date.now() + 30 * DAY_MS).toISOString();
  const input = {
    title: 'Кухни Демо',
    plan: 'demo',
    status: 'active' as const,
    coins_included: 50,
    period_end,
    base_url: url,
  };
  const { company_id } = await commands.execute(new RegisterCompany(input, CONTEXT));
  await commands.execute(new AddSeat({ company_id, title: 'Цех на Лесной' }, CONTEXT));
  const partner = await commands.execute(
    new RegisterPartner({ company_id, name: 'Магазин', webhook_url: webhookUrl }, CONTEXT),
  );
  await visible(partner.position);
  say(`company ${company_id}, partner ${partner.partner_id}, service at ${url}`);
  return partner;
}

async function play(api: Api, receiver: Receiver, secret: string): Promise<void> {
  const id = await api.conversation({ external_id: 'demo-lead' });
  say(`\nconversation ${id}`);
  for (const [index, words] of CONVERSATION.entries()) {
    say(`\nCustomer:  ${words}`);
    const turn = await api.say(id, words);
    say(`Assistant: ${turn.result?.note}`);
    say(
      `           ${turn.status}, ${turn.result?.applied} nodes changed, ${turn.result?.usage.coins} coins, ${turn.result?.usage.ms} ms`,
    );
    await checkWebhook(receiver, secret, index + 1, turn.id);
  }
  await draw(api, id);
  await count(api, id);
  const { json } = await api.post(`/v1/conversations/${id}/handoff`, { seat: 'Цех на Лесной' });
  expectThat(json.ok, `handoff: ${JSON.stringify(json)}`);
  say(`\nhanded off to ${json.handoff.seat_title} as ${json.handoff.order_id}, turn ${json.handoff.turn}`);
  const usage = await eventually(async () => {
    const now = await api.usage();
    return now.coins_left + now.coins_used === now.coins_included && now;
  });
  say(`coins: ${usage.coins_used} used, ${usage.coins_left} left of ${usage.coins_included}`);
}

async function checkWebhook(receiver: Receiver, secret: string, count: number, turnId: string): Promise<void> {
  const hook = await eventually(() => receiver.received[count - 1]);
  const header = String(hook.headers['x-service-signature']);
  const refusal = verifySignature(header, Buffer.from(hook.body), [secret], Math.floor(Date.now() / 1000));
  const body = JSON.parse(hook.body);
  expectThat(refusal === undefined && body.turn_id === turnId, `webhook ${count}: ${refusal ?? hook.body}`);
  say(`           webhook ${body.event} received, signature verified, ${body.id}`);
}

async function draw(api: Api, id: string): Promise<void> {
  await mkdir(OUTPUT, { recursive: true });
  const pictures = {
    'front.svg': 'format=svg&view=front&carcass=white&facade=graphite',
    'iso.svg': 'format=svg&view=iso&carcass=white&facade=graphite',
    'kitchen.html': 'format=html&view=iso&carcass=white&facade=graphite',
  };
  say('');
  for (const [name, query] of Object.entries(pictures)) {
    const { status, text } = await api.get(`/v1/conversations/${id}/render?${query}`);
    expectThat(status === 200, `${name}: ${text}`);
    await writeFile(join(OUTPUT, name), text);
    say(`picture: ${join(OUTPUT, name)} (${Math.ceil(text.length / 1024)} kB)`);
  }
  const { json } = await api.get(`/v1/conversations/${id}/render?format=html&link=1`);
  expectThat((await fetch(json.url)).status === 200, `signed link ${json.url}`);
  say(`signed link, valid until ${json.expires_at}: ${json.url}`);
}

async function count(api: Api, id: string): Promise<void> {
  const { json } = await api.get(`/v1/conversations/${id}/bom`);
  const { sheets, linear, edges, pieces } = json.bom;
  say('\nbill of materials');
  for (const { name, parts, area_mm2 } of sheets) say(`  ${name}: ${parts} parts, ${(area_mm2 / 1e6).toFixed(2)} m²`);
  for (const { name, parts, length_mm } of linear)
    say(`  ${name}: ${parts} pieces, ${(length_mm / 1000).toFixed(2)} m`);
  for (const { name, length_mm } of edges) say(`  ${name}: ${(length_mm / 1000).toFixed(2)} m`);
  for (const { name, qty } of pieces) say(`  ${name}: ${qty}`);
}

function expectThat(holds: boolean, what: string): void {
  if (!holds) throw new Error(`the demo went wrong at ${what}`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});

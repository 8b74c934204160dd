import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { AddSeat, RegisterCompany, RegisterPartner } from '#libs/companies';
import { createLog, readEnvironment } from '#libs/platform';
import { startService } from '../../apps/service/src/service.js';
import { type EndedTurn, Garnitur, verifyWebhook } from '../../packages/client/src/index.js';
import { eventually } from '../support/api.js';
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
    await play(new Garnitur({ url: service.url, key: partner.api_key }), receiver, partner.webhook_secret);
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

async function play(garnitur: Garnitur, receiver: Receiver, secret: string): Promise<void> {
  const { id } = await garnitur.createConversation({ external_id: 'demo-lead' });
  say(`\nconversation ${id}`);
  for (const [index, words] of CONVERSATION.entries()) {
    say(`\nCustomer:  ${words}`);
    const turn = await garnitur.say(id, words);
    tell(turn);
    await checkWebhook(receiver, secret, index + 1, turn.id);
  }
  await draw(garnitur, id);
  await count(garnitur, id);
  const handoff = await garnitur.handOff(id, { seat: 'Цех на Лесной' });
  say(`\nhanded off to ${handoff.seat_title} as ${handoff.order_id}, turn ${handoff.turn}`);
  const usage = await eventually(async () => {
    const now = await garnitur.usage();
    return now.coins_left + now.coins_used === now.coins_included && now;
  });
  say(`coins: ${usage.coins_used} used, ${usage.coins_left} left of ${usage.coins_included}`);
}

function tell(turn: EndedTurn): void {
  if (turn.state !== 'done') throw new Error(`the demo went wrong at a turn: ${JSON.stringify(turn)}`);
  const { note, applied, usage } = turn.result;
  say(`Assistant: ${note}`);
  say(`           ${turn.status}, ${applied} nodes changed, ${usage.coins} coins, ${usage.ms} ms`);
}

async function checkWebhook(receiver: Receiver, secret: string, count: number, turnId: string): Promise<void> {
  const { headers, body } = await eventually(() => receiver.received[count - 1]);
  const event = await verifyWebhook({ signature: String(headers['x-service-signature']), body, secret });
  expectThat('turn_id' in event && event.turn_id === turnId, `webhook ${count}: ${body}`);
  say(`           webhook ${event.event} received, signature verified, ${event.id}`);
}

async function draw(garnitur: Garnitur, id: string): Promise<void> {
  await mkdir(OUTPUT, { recursive: true });
  const finishes = { carcass: 'white', facade: 'graphite' } as const;
  const pictures = {
    'front.svg': { format: 'svg', view: 'front', ...finishes },
    'iso.svg': { format: 'svg', view: 'iso', ...finishes },
    'kitchen.html': { format: 'html', view: 'iso', ...finishes },
  } as const;
  say('');
  for (const [name, query] of Object.entries(pictures)) {
    const { bytes } = await garnitur.picture(id, query);
    await writeFile(join(OUTPUT, name), bytes);
    say(`picture: ${join(OUTPUT, name)} (${Math.ceil(bytes.length / 1024)} kB)`);
  }
  const { url, expires_at } = await garnitur.link(id, { format: 'html' });
  expectThat((await fetch(url)).status === 200, `signed link ${url}`);
  say(`signed link, valid until ${expires_at}: ${url}`);
}

async function count(garnitur: Garnitur, id: string): Promise<void> {
  const { sheets, linear, edges, pieces } = (await garnitur.bom(id)).bom;
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

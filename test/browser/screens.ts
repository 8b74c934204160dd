import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { ServiceProcess } from '../faults/service-process.js';
import { garniturJson } from '../support/garnitur.js';
import { openBrowser } from './browser.js';

/**
 * `npm run screens -- --company ID [--to DIR] [--failing]`: every screen of a company's console in a real Chromium, over
 * `DATA_DIR`, which no service keeps meanwhile. Says how long each took from navigation to its first content and to all of
 * it; `--to` keeps pictures of each at three widths, light and dark, in both languages; `--failing` has every answer refused.
 */
const RUNS = 5;
const WIDTHS_PX = [390, 1024, 1600];
const HEIGHT_PX = 900;
const LONGEST_MS = 30_000;
const SETTLED = '!document.querySelector(".spinner") && [...document.images].every((one) => one.complete)';

interface Screen {
  readonly name: string;
  /** Below the company's own address. */
  readonly path: string;
  /** What its first content is, as CSS. */
  readonly content: string;
  /** The tab that is chosen, where it is not the first. */
  readonly tab?: number;
}

async function main(): Promise<void> {
  const { company, to, failing } = options();
  const { DATA_DIR = 'data' } = process.env;
  const env = { DATA_DIR, ASSISTANT: 'offline' };
  const service = ServiceProcess.spawn(env);
  const browser = await openBrowser();
  try {
    const origin = await service.listening();
    const { url } = await garniturJson(env, ['company', 'access', '--company', company]);
    const signedIn = await signIn(browser, `${origin}${new URL(url).pathname}${new URL(url).search}`);
    const base = `${origin}/cabinet/${company}`;
    const page = await (await browser.newContext(signedIn)).newPage();
    await page.goto(base);
    const screens = await screensOf(page);
    // A company that is new has nothing to wait for.
    if (!failing && screens.some(({ name }) => name === 'conversation'))
      await measure(browser, signedIn, base, screens);
    if (to !== undefined) await picture(browser, { base, screens, signedIn, folder: to, failing });
  } finally {
    await browser.close();
    await service.terminate();
  }
}

function options() {
  const { values } = parseArgs({
    options: { company: { type: 'string' }, to: { type: 'string' }, failing: { type: 'boolean', default: false } },
  });
  const { company, ...rest } = values;
  if (company === undefined) throw new Error('--company names the company whose console it is');
  return { company, ...rest };
}

async function signIn(browser: Browser, link: string): Promise<BrowserContextOptions> {
  const context = await browser.newContext({ locale: 'ru-RU' });
  const page = await context.newPage();
  await page.goto(link);
  await page.getByRole('button', { name: 'Войти' }).click();
  await page.getByRole('navigation').waitFor();
  return { storageState: await context.storageState(), locale: 'ru-RU' };
}

/** Those of a conversation of several turns and of a card, where there are such. */
async function screensOf(page: Page): Promise<Screen[]> {
  const list = (path: string) => page.evaluate(`fetch('/cabinet/api${path}').then((answer) => answer.json())`);
  const { items: conversations } = (await list('/conversations?limit=200&status=built')) as { items: Listed[] };
  const { items: cards } = (await list('/cards?limit=1')) as { items: Listed[] };
  const long = conversations.reduce<Listed | undefined>(
    (most, one) => ((one.turns ?? 0) > (most?.turns ?? 0) ? one : most),
    undefined,
  );
  return [
    { name: 'balance', path: '', content: '.figure dd' },
    { name: 'workplaces', path: 'workplaces', content: '.tile' },
    ...cards.flatMap(({ card_id }) => cardScreens(`workplaces/cards/${card_id}`)),
    { name: 'conversations', path: 'conversations', content: 'tbody tr' },
    ...(long ? [{ name: 'conversation', path: `conversations/${long.conversation_id}`, content: '.words' }] : []),
    { name: 'deliveries', path: 'deliveries', content: 'tbody tr' },
    { name: 'analysis', path: 'analysis', content: '.figure dd' },
    { name: 'partners', path: 'partners', content: '.card h2' },
    { name: 'try-it', path: 'try-it', content: 'textarea' },
  ];
}

function cardScreens(path: string): Screen[] {
  const content = '.card h2';
  return [
    { name: 'card', path, content },
    { name: 'card-bill', path, content, tab: 3 },
    { name: 'card-parts', path, content, tab: 4 },
  ];
}

interface Listed {
  readonly conversation_id?: string;
  readonly card_id?: string;
  readonly turns?: number;
}

/** Each time as at a first visit: nothing of the console is in the browser's cache. */
async function measure(
  browser: Browser,
  signedIn: BrowserContextOptions,
  base: string,
  screens: readonly Screen[],
): Promise<void> {
  process.stdout.write('| screen | first content, ms | all, ms | slowest call, ms |\n| --- | --- | --- | --- |\n');
  for (const { name, path, content } of screens.filter(({ tab }) => tab === undefined)) {
    const runs: { first: number; all: number; slowest: [name: string, ms: number] }[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const context = await browser.newContext(signedIn);
      const page = await context.newPage();
      await page.addInitScript(noteOf(content));
      await page.goto(`${base}/${path}`, { waitUntil: 'commit' });
      const all = await timeOf(page, `${FIRST} && ${SETTLED}`);
      const first = await page.evaluate<number>(`${FIRST}.startTime`);
      runs.push({ first, all, slowest: await slowestCall(page) });
      await context.close();
    }
    const slowest = runs.map((run) => run.slowest).sort((one, other) => one[1] - other[1])[RUNS >> 1] ?? ['', 0];
    const figures = [median(runs.map(({ first }) => first)), median(runs.map(({ all }) => all))];
    process.stdout.write(`| ${name} | ${figures.join(' | ')} | ${slowest[0]} ${Math.round(slowest[1])} |\n`);
  }
}

const FIRST = 'performance.getEntriesByName("first content")[0]';

/** A page notes by itself when its first content is about to be drawn: to ask it every few ms would take its own time. */
function noteOf(content: string): string {
  return `new MutationObserver((_, watch) => {
    if (!document.querySelector(${JSON.stringify(content)})) return;
    watch.disconnect();
    requestAnimationFrame(() => performance.mark('first content'));
  }).observe(document, { childList: true, subtree: true })`;
}

/** ms from the beginning of the navigation until a condition holds. */
async function timeOf(page: Page, condition: string): Promise<number> {
  for (const end = Date.now() + LONGEST_MS; Date.now() < end; ) {
    const at = await page.evaluate(`(${condition}) ? performance.now() : -1`).catch(() => -1);
    if (typeof at === 'number' && at >= 0) return at;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`${page.url()} does not show ${condition}`);
}

function slowestCall(page: Page): Promise<[name: string, ms: number]> {
  return page.evaluate(`performance.getEntriesByType('resource')
    .filter(({ name }) => name.includes('/cabinet/api/') && !name.endsWith('/live'))
    .map(({ name, duration }) => [new URL(name).pathname.replace('/cabinet/api', ''), duration])
    .sort((one, other) => other[1] - one[1])[0] ?? ['', 0]`);
}

const median = (values: readonly number[]) => Math.round(values.toSorted((one, other) => one - other)[RUNS >> 1] ?? 0);

interface Pictures {
  readonly base: string;
  readonly screens: readonly Screen[];
  readonly signedIn: BrowserContextOptions;
  readonly folder: string;
  readonly failing: boolean;
}

async function picture(browser: Browser, { base, screens, signedIn, folder, failing }: Pictures): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const locale of ['ru-RU', 'en-GB'])
    for (const colorScheme of ['light', 'dark'] as const) {
      await pictureDoor(browser, { base, folder, look: { locale, colorScheme } });
      const context = await browser.newContext({ ...signedIn, locale, colorScheme });
      const page = await context.newPage();
      if (failing) await page.route(/\/cabinet\/api\/(?!session|live)/, (route) => route.fulfill(REFUSAL));
      for (const width of WIDTHS_PX) {
        await page.setViewportSize({ width, height: HEIGHT_PX });
        for (const { name, path, tab } of screens) {
          await page.goto(path ? `${base}/${path}` : base);
          await page.getByRole('heading', { level: 1 }).or(page.getByRole('alert')).first().waitFor();
          if (tab !== undefined && !failing) await page.getByRole('tab').nth(tab).click();
          await timeOf(page, SETTLED);
          await keep(page, folder, name, { locale, colorScheme });
        }
      }
      await context.close();
    }
}

interface Look {
  readonly locale: string;
  readonly colorScheme: 'light' | 'dark';
}

async function keep(page: Page, folder: string, name: string, { locale, colorScheme }: Look): Promise<void> {
  const file = `${name}-${page.viewportSize()?.width}-${colorScheme}-${locale.slice(0, 2)}.png`;
  await page.screenshot({ path: join(folder, file), fullPage: true, animations: 'disabled' });
}

interface Door extends Pick<Pictures, 'base' | 'folder'> {
  readonly look: Look;
}

/** What somebody sees who is not signed in: without a link, with one, and with one that is used up. */
async function pictureDoor(browser: Browser, { base, folder, look }: Door): Promise<void> {
  const context = await browser.newContext({ ...look });
  const page = await context.newPage();
  await page.route('**/cabinet/api/session', (route) => route.fulfill(NOBODY));
  for (const width of WIDTHS_PX) {
    await page.setViewportSize({ width, height: HEIGHT_PX });
    await page.goto(base);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await keep(page, folder, 'no-link', look);
    await page.goto(`${base}?access=used`);
    await page.getByRole('button').waitFor();
    await keep(page, folder, 'link', look);
    await page.getByRole('button').click();
    await page.getByRole('alert').waitFor();
    await keep(page, folder, 'used-link', look);
  }
  await context.close();
}

const NOBODY = { status: 401, json: { ok: false, error: { code: 'unauthorized', message: 'nobody is signed in' } } };
const REFUSAL = {
  status: 503,
  json: { ok: false, error: { code: 'unavailable', message: 'the service is stopping' } },
};

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});

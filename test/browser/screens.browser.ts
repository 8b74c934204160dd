import { readFile } from 'node:fs/promises';
import type { Browser, Locator, Page } from 'playwright-core';
import { en } from '../../apps/console/src/i18n/en.js';
import { ru } from '../../apps/console/src/i18n/ru.js';
import { ScriptedAssistant } from '../../libs/assistant/test/scripted-assistant.js';
import { asks, builds, paints } from '../support/answers.js';
import { eventually } from '../support/api.js';
import { image, png } from '../support/images.js';
import { Receiver } from '../support/receiver.js';
import { type TestPartner, TestService } from '../support/service.js';
import { openBrowser, openPage, overflow, seriousFaults, signIn, type Visit } from './browser.js';

const LEAD = 'amo-7710';
const SCREENS = ['', 'workplaces', 'conversations', 'deliveries', 'analysis', 'partners', 'try-it'] as const;
/** What the customer sends with the first words. */
const PLAN = png(64, 48);
const WIDTHS = [390, 1024, 1600];

/** Each screen's main task as a person does it, on a whole service with a conversation of three turns. */
describe.each([
  { locale: 'ru-RU', words: ru, by: 'keyboard' as const },
  { locale: 'en-GB', words: en, by: 'mouse' as const },
])('the console in $locale by $by', ({ locale, words, by }) => {
  let browser: Browser;
  let service: TestService;
  let receiver: Receiver;
  let partner: TestPartner;
  let visit: Visit;
  let page: Page;
  let conversation: string;

  beforeAll(async () => {
    receiver = await Receiver.start();
    service = await TestService.start({
      assistant: new ScriptedAssistant([asks, builds, paints]),
    });
    partner = await service.partner({ webhook_url: receiver.url });
    const { api, company_id } = partner;
    const seat = await service.addSeat(company_id, 'Зал');
    conversation = await api.conversation({ external_id: LEAD });
    await api.say(conversation, 'кухня', { images: [image(PLAN)] });
    for (const said of ['соберите', 'фасады под дуб']) await api.say(conversation, said);
    await api.post(`/v1/conversations/${conversation}/handoff`, { seat: String(seat), order_id: 'Заказ 7' });
    browser = await openBrowser();
    visit = await openPage(browser, service, { locale, acceptDownloads: true });
    page = visit.page;
    await signIn(page, service, company_id);
  });
  afterAll(async () => {
    await browser.close();
    await service.stop();
    await receiver.stop();
  });
  afterEach(() => {
    expect(visit.complaints).toEqual([]);
  });

  /** Presses a button or a link as the reader of this test does. */
  async function act(found: Locator): Promise<void> {
    if (by === 'mouse') return found.click();
    await found.focus();
    await page.keyboard.press('Enter');
  }
  const press = (role: 'button' | 'link', name: string) => act(page.getByRole(role, { name, exact: true }).first());
  const rows = (text: string) => page.getByRole('row').filter({ hasText: text });
  const go = (screen: keyof typeof ru.nav) => press('link', words.nav[screen]);
  const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

  it('balance: coins are topped up, once', async () => {
    await heading(words.balance.title);
    await press('button', words.balance.topUp);
    await page.getByLabel(words.balance.amount).fill('250');
    await page.getByLabel(words.balance.topUpNote).fill('счёт 118');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await rows('счёт 118').waitFor();
    await eventually(async () => (await partner.api.usage()).extra_coins === 250);
    expect(await page.locator('.figure', { hasText: words.balance.extra }).textContent()).toContain('250');
    expect(await rows('счёт 118').count()).toBe(1);
  });

  it('workplaces: one is added, renamed and revoked', async () => {
    await go('workplaces');
    await press('button', words.workplaces.add);
    await page.getByRole('textbox', { name: words.workplaces.name }).fill('Цех');
    await page.keyboard.press('Enter');
    const tile = page.getByRole('listitem').filter({ hasText: 'Цех' });
    await tile.waitFor();
    await tile.getByRole('button', { name: words.workplaces.rename }).click();
    await page.getByRole('textbox', { name: words.workplaces.name }).fill('Цех № 2');
    await page.keyboard.press('Enter');
    const renamed = page.getByRole('listitem').filter({ hasText: 'Цех № 2' });
    await renamed.getByRole('button', { name: words.workplaces.revoke }).click();
    await page.getByRole('dialog').getByRole('button', { name: words.workplaces.revoke }).click();
    await renamed.getByText(words.workplaces.revoked).waitFor();
  });

  it('a card: the kitchen that was handed off, drawn, counted, taken along', async () => {
    await act(rows('Заказ 7').first());
    await heading(words.card.title.replace('{{order}}', 'Заказ 7'));
    for (const view of ['front', 'iso', 'plan'] as const) {
      await page.getByRole('tab', { name: words.card.views[view] }).click();
      const picture = page.getByRole('img', { name: words.card.picture.replace('{{view}}', words.card.views[view]) });
      const drawn = await page.request.get(new URL((await picture.getAttribute('src')) ?? '', page.url()).href);
      expect([drawn.status(), drawn.headers()['content-type']]).toEqual([200, 'image/svg+xml; charset=utf-8']);
    }
    await page.getByRole('tab', { name: words.card.bom }).click();
    await eventually(async () => (await page.getByRole('row').count()) > 5);
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: words.card.pdf }).click(),
    ]);
    expect((await readFile(await saved.path())).subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('conversations: found by lead, looked at turn by turn, compared, verified', async () => {
    await go('conversations');
    await page.getByLabel(words.conversations.lead).fill(LEAD);
    // The list before the search shows the same row, and goes.
    const found = page.waitForResponse((response) => decodeURIComponent(response.url()).includes(LEAD));
    await page.keyboard.press('Enter');
    await found;
    await act(rows('фасады под дуб').first());
    await page.getByText('Фасады теперь под дуб.').first().waitFor();
    const slider = page.getByRole('slider');
    await slider.focus();
    await page.keyboard.press('Home');
    await page.getByText(words.conversations.noKitchen).waitFor();
    await page.getByRole('img', { name: words.conversations.image.replace('{{n}}', '1') }).waitFor();
    await eventually(() => page.evaluate('document.querySelector(".images img").naturalWidth === 64'));
    await page.keyboard.press('ArrowRight');
    await page.getByText('Собрал прямую кухню.').first().waitFor();
    await page.getByText(words.conversations.added, { exact: true }).waitFor();
    await press('button', words.conversations.verify);
    await page.locator('.hash', { hasText: /^[0-9a-f]{64}$/ }).waitFor();
    await eventually(async () => (await page.getByText('TurnCompleted').count()) === 3);
  });

  it('deliveries: what went where, and once more', async () => {
    await go('deliveries');
    const first = rows('127.0.0.1').first();
    await first.waitFor();
    const before = receiver.received.length;
    await first.getByRole('button', { name: words.deliveries.redeliver }).click();
    await eventually(() => receiver.received.length > before);
  });

  it('analysis: turns by outcome, as a picture, as a table, as a file', async () => {
    await go('analysis');
    await heading(words.analysis.title);
    await page.getByRole('img', { name: words.analysis.byOutcome }).waitFor();
    const chart = page.getByRole('region', { name: words.analysis.byOutcome });
    await chart.getByRole('button', { name: words.chart.table }).click();
    await chart.getByRole('columnheader', { name: words.analysis.outcomes.built }).waitFor();
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      chart.getByRole('button', { name: words.chart.csv }).click(),
    ]);
    const csv = (await readFile(await saved.path(), 'utf8')).split('\r\n');
    expect(csv[0]).toContain(words.analysis.outcomes.built);
    expect(csv[1]).toMatch(/^\d{4}-\d\d-\d\d,2,0,1,0,0,0,0$/);
  });

  it('partners: a key is issued, shown once, works, and is revoked; the address is changed and pinged', async () => {
    await go('partners');
    await press('button', words.partners.issue);
    const shown = page.getByText(/^pk_/);
    await shown.waitFor();
    const key = (await shown.textContent()) ?? '';
    const asked = await fetch(`${service.url}/v1/usage`, { headers: { authorization: `Bearer ${key}` } });
    expect(asked.status).toBe(200);
    await page.reload();
    expect(await page.getByText(key).count()).toBe(0);
    await page.getByRole('button', { name: words.partners.revoke }).last().click();
    await page.getByRole('dialog').getByRole('button', { name: words.partners.revoke }).click();
    await page.getByText(words.partners.revoked, { exact: true }).waitFor();
    await press('button', words.partners.rotate);
    await page.getByRole('dialog').getByRole('button', { name: words.partners.rotate }).click();
    await page.getByText(/^whsec_/).waitFor();
    const until = words.partners.previousUntil.split(/\{\{time\}\}/).sort((a, b) => b.length - a.length)[0] ?? '';
    await page.getByText(until.trim()).waitFor();
    const pings = () => receiver.received.filter(({ body }) => body.includes('ping')).length;
    await page.getByRole('button', { name: words.partners.ping }).click();
    await eventually(() => pings() === 1);
    expect(receiver.received.at(-1)?.headers).toHaveProperty('x-service-signature-previous');
  });

  it.each(['light', 'dark'] as const)('axe finds nothing serious on any screen, %s', async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    for (const screen of [...SCREENS, `conversations/${conversation}`]) {
      await page.goto(`${service.url}/cabinet/${partner.company_id}/${screen}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('load');
      expect([screen, await seriousFaults(page)]).toEqual([screen, []]);
    }
  });

  it.each(WIDTHS)('no screen is wider than a window of %i px', async (width) => {
    await page.setViewportSize({ width, height: 900 });
    for (const screen of [...SCREENS, `conversations/${conversation}`]) {
      await page.goto(`${service.url}/cabinet/${partner.company_id}/${screen}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await eventually(() => page.evaluate('!document.querySelector(".spinner")'));
      expect([screen, await overflow(page)]).toEqual([screen, 0]);
    }
  });
});

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Browser, Page } from 'playwright-core';
import type { Answer } from '#libs/assistant';
import { en } from '../../apps/console/src/i18n/en.js';
import { ru } from '../../apps/console/src/i18n/ru.js';
import { ScriptedAssistant } from '../../libs/assistant/test/scripted-assistant.js';
import { freePort } from '../faults/service-process.js';
import { builds, paints } from '../support/answers.js';
import { eventually } from '../support/api.js';
import { type TestPartner, TestService } from '../support/service.js';
import { openBrowser, openPage, overflow, seriousFaults, signIn, type Visit } from './browser.js';

const offers: Answer = {
  kind: 'question',
  reply: 'Посудомойка не встаёт. Можно так: 1) посудомойка 450 вместо 600: встанет у мойки; 2) без пенала 400.',
};
const ANSWERS: Record<string, Answer | 'hang'> = { кухня: offers, 'фасады под дуб': paints, подожди: 'hang' };
const WIDTHS = [390, 1024, 1600];

/** One chat in two places: in the console on the company's coins, and on a partner's site. */
describe('a chat beside the picture', () => {
  let browser: Browser;
  let service: TestService;
  let partner: TestPartner;
  beforeAll(async () => {
    service = await TestService.start({ assistant: new ScriptedAssistant(({ words }) => ANSWERS[words] ?? builds) });
    partner = await service.partner();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await service.stop();
  });

  const log = (page: Page) => page.getByRole('log');
  const isShown = async (page: Page, picture: string): Promise<boolean> => {
    await page.getByRole('img', { name: picture }).waitFor();
    return page.evaluate('[...document.querySelectorAll("img")].every((one) => one.complete && one.naturalWidth > 0)');
  };
  const say = async (page: Page, words: string) => {
    await page.getByRole('textbox').fill(words);
    await page.keyboard.press('Enter');
  };

  describe.each([
    { locale: 'ru-RU', words: ru },
    { locale: 'en-GB', words: en },
  ])('in the console, $locale', ({ locale, words }) => {
    let visit: Visit;
    let page: Page;
    beforeAll(async () => {
      visit = await openPage(browser, service, { locale });
      page = visit.page;
      await signIn(page, service, partner.company_id);
    });
    afterAll(() => page.context().close());
    afterEach(() => {
      expect(visit.complaints).toEqual([]);
    });

    it('says whose coins it takes before the first turn', async () => {
      await page.getByRole('link', { name: words.nav['try-it'] }).focus();
      await page.keyboard.press('Enter');
      await page.getByText(words.tryIt.intro).waitFor();
      const [price = ''] = words.tryIt.price.split('{{count');
      await page.getByText(price.trim()).waitFor();
      await page.getByText(words.tryIt.noKitchen).waitFor();
    });

    it('a question’s choices are buttons; the answer is told, drawn and counted', async () => {
      await say(page, 'кухня');
      const choice = page.getByRole('button', { name: 'без пенала 400' });
      await choice.waitFor();
      await choice.focus();
      await page.keyboard.press('Enter');
      await log(page).getByText('Собрал прямую кухню.').waitFor();
      expect(await choice.count()).toBe(0);
      for (const view of ['front', 'iso', 'plan'] as const) {
        await page.getByRole('tab', { name: words.card.views[view] }).click();
        await eventually(() => isShown(page, words.card.picture.replace('{{view}}', words.card.views[view])));
      }
      await page.getByRole('tab', { name: words.card.bom }).click();
      await eventually(async () => (await page.getByRole('row').count()) > 5);
    });

    it('a stop ends what takes too long, and the chat goes on', async () => {
      await say(page, 'подожди');
      await page.getByRole('button', { name: words.tryIt.stop }).click();
      await log(page).getByText(words.tryIt.stopped).waitFor();
      await say(page, 'фасады под дуб');
      await log(page).getByText('Фасады теперь под дуб.').waitFor();
    });

    it('is there again after a reload, and another is begun beside it', async () => {
      await page.reload();
      await log(page).getByText('Фасады теперь под дуб.').waitFor();
      expect(
        await log(page)
          .getByText(/: кухня$/)
          .count(),
      ).toBe(1);
      await page.getByRole('tab', { name: words.card.views.front }).waitFor();
    });

    it.each(WIDTHS)('fits a window of %i px, and axe finds nothing serious', async (width) => {
      await page.setViewportSize({ width, height: 900 });
      expect(await overflow(page)).toBe(0);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await seriousFaults(page)).toEqual([]);
      }
    });

    it('begins anew', async () => {
      await page.getByRole('button', { name: words.tryIt.another }).click();
      await page.getByText(words.tryIt.intro).waitFor();
      await page.getByText(words.tryIt.noKitchen).waitFor();
    });
  });

  describe('on a partner’s site (samples/partner-site)', () => {
    let site: { process: ChildProcess; url: string; said: () => string };
    let visit: Visit;
    let page: Page;
    beforeAll(async () => {
      site = await startSite({
        GARNITUR_URL: service.url,
        GARNITUR_KEY: partner.api.key,
        GARNITUR_SECRET: partner.webhook_secret,
      });
      visit = await openPage(browser, site, { locale: 'ru-RU' });
      page = visit.page;
      await page.goto(site.url);
    });
    afterAll(async () => {
      await page.context().close();
      site.process.kill();
      await once(site.process, 'exit');
    });
    afterEach(() => {
      expect(visit.complaints).toEqual([]);
    });

    it('a customer says, is asked, chooses, and sees the kitchen', async () => {
      await say(page, 'кухня');
      await page.getByRole('button', { name: 'посудомойка 450' }).click();
      await log(page).getByText('Собрал прямую кухню.').waitFor();
      await eventually(() => isShown(page, 'Ваша кухня'));
      await page.getByRole('button', { name: 'План' }).click();
      await eventually(() => isShown(page, 'Ваша кухня'));
      await say(page, 'подожди');
      await page.getByRole('button', { name: 'Остановить' }).click();
      await log(page).getByText('Остановлено.').waitFor();
    });

    it('the site receives the outcomes by webhook and proves them', async () => {
      const lines = () =>
        site
          .said()
          .split('\n')
          .map((line) => /^webhook (\S+) site-\S+ ?(\w*)/.exec(line)?.slice(1).join(' '));
      await eventually(() => lines().includes('turn.stopped '));
      expect(lines()).toEqual(
        expect.arrayContaining(['turn.completed question', 'turn.completed built', 'turn.stopped ']),
      );
      const forged = await fetch(`${site.url}/webhook`, { method: 'POST', body: '{}' });
      expect(forged.status).toBe(400);
    });

    it('its key is on no page, and nobody reaches another visitor’s conversation', async () => {
      const conversation: string = await page.evaluate(
        'fetch("/api/history").then((r) => r.json()).then((r) => r.conversationId)',
      );
      const stranger = await fetch(`${site.url}/api/v1/conversations/${conversation}/render`);
      expect([conversation.slice(0, 4), stranger.status]).toEqual(['cnv_', 404]);
      for (const path of ['/', '/chat.js', '/client/client.js'])
        expect(await (await fetch(site.url + path)).text()).not.toContain(partner.api.key);
      expect((await fetch(`${site.url}/client/../site.js`)).status).toBe(404);
    });

    it('the conversation is there again after a reload', async () => {
      await page.reload();
      await log(page).getByText('Собрал прямую кухню.').waitFor();
      await eventually(() => isShown(page, 'Ваша кухня'));
    });

    it.each(WIDTHS)('fits a window of %i px, and axe finds nothing serious', async (width) => {
      await page.setViewportSize({ width, height: 900 });
      expect(await overflow(page)).toBe(0);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await seriousFaults(page)).toEqual([]);
      }
    });
  });
});

/** The sample as `npm run sample` runs it. */
async function startSite(environment: Record<string, string>) {
  const port = await freePort();
  const child = spawn(process.execPath, ['dist/samples/partner-site/main.js'], {
    env: { ...process.env, ...environment, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  await eventually(() => said.includes('The site is at'));
  return { process: child, url: `http://127.0.0.1:${port}`, said: () => said };
}

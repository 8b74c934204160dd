import type { Browser, Page, Request, Route } from 'playwright-core';
import { ScriptedAssistant } from '../../libs/assistant/test/scripted-assistant.js';
import { builds } from '../support/answers.js';
import { eventually } from '../support/api.js';
import { type TestPartner, TestService } from '../support/service.js';
import { openBrowser, openPage, signIn } from './browser.js';

/** What is there first waits for nothing that it does not show. */
describe('a first visit', () => {
  let browser: Browser;
  let service: TestService;
  let partner: TestPartner;
  let page: Page;
  let asked: string[];
  beforeAll(async () => {
    service = await TestService.start({ assistant: new ScriptedAssistant([builds]) });
    partner = await service.partner();
    await partner.api.say(await partner.api.conversation(), 'соберите');
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await service.stop();
  });
  beforeEach(async () => {
    const signedIn = await openPage(browser, service);
    await signIn(signedIn.page, service, partner.company_id);
    const storageState = await signedIn.page.context().storageState();
    await signedIn.page.context().close();
    ({ page } = await openPage(browser, service, { storageState }));
    asked = [];
    page.on('request', (request: Request) => asked.push(new URL(request.url()).pathname));
  });
  afterEach(() => page.context().close());

  const screen = (path: string) => page.goto(`${service.url}/cabinet/${partner.company_id}${path}`);
  const calls = (path: string) => asked.filter((one) => one === `/cabinet/api${path}`).length;

  it.each([
    ['', 'home', '/balance'],
    ['/workplaces', 'workplaces', '/cards'],
    ['/conversations', 'conversations', '/conversations'],
    ['/deliveries', 'deliveries', '/deliveries'],
    ['/analysis', 'analysis', '/analysis'],
    ['/partners', 'partners', '/partners'],
    ['/try-it', 'try-it', '/balance'],
  ])('%s is asked for while its code is on its way', async (path, code, call) => {
    const held: Route[] = [];
    await page.route(`**/assets/${code}-*.js`, (route) => void held.push(route));
    await screen(path);
    await eventually(() => held.length > 0 && calls(call) === 1);
    await Promise.all(held.map((route) => route.continue()));
    await page.getByRole('heading', { level: 1 }).waitFor();
  });

  it.each(['', '/analysis'])('%s shows its figures before what draws its charts has come', async (path) => {
    const held: Route[] = [];
    await page.route('**/assets/drawn-chart-*.js', (route) => void held.push(route));
    await screen(path);
    await page.locator('.figure dd').first().waitFor();
    await eventually(() => held.length > 0);
    expect(await page.locator('.recharts-surface').count()).toBe(0);
    await Promise.all(held.map((route) => route.continue()));
    await page.locator('.recharts-surface').first().waitFor();
  });

  it('the balance is asked for once, though the stream of news tells it when it opens', async () => {
    await screen('');
    await page.locator('.recharts-surface').first().waitFor();
    await page.evaluate(`new Promise((resolve) => {
      new EventSource('/cabinet/api/live').addEventListener('balance', resolve);
    })`);
    expect([calls('/balance'), calls('/balance/days'), calls('/balance/entries')]).toEqual([1, 1, 1]);
  });
});

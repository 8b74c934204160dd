import type { Browser } from 'playwright-core';
import { ScriptedAssistant } from '../../libs/assistant/test/scripted-assistant.js';
import { builds } from '../support/answers.js';
import { eventually } from '../support/api.js';
import { TestService } from '../support/service.js';
import { openBrowser, openPage, overflow } from './browser.js';

/** An order in three dimensions, at a signed link of the service. */
describe('the page of the model', () => {
  let browser: Browser;
  let service: TestService;
  let address: string;
  beforeAll(async () => {
    service = await TestService.start({ assistant: new ScriptedAssistant([builds]) });
    const { api } = await service.partner();
    const id = await api.conversation();
    await api.say(id, 'собери');
    const { url } = (await api.get(`/v1/conversations/${id}/render?format=html&link=1`)).json;
    address = `${url}?as=3d`;
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await service.stop();
  });

  it.each([1400, 1024, 390])('shows the model and asks no other server: %i px', async (width) => {
    const { page, complaints } = await openPage(browser, service, { viewport: { width, height: 900 } });
    await page.goto(address);
    await eventually(() => page.evaluate<boolean>('document.querySelector("model-viewer").loaded'), 60_000);
    expect(await overflow(page)).toBe(0);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('without scripts shows the drawing, and leads to the others', async () => {
    const { page, complaints } = await openPage(browser, service, { javaScriptEnabled: false });
    await page.goto(address);
    expect(await page.locator('model-viewer').isVisible()).toBe(false);
    expect(await page.getByRole('img', { name: 'Чертёж кухни' }).isVisible()).toBe(true);
    await page.getByRole('link', { name: 'Чертежи' }).click();
    expect(await page.locator('.pane').filter({ visible: true }).count()).toBe(1);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

import type { Browser } from 'playwright-core';
import { drawHtml } from '#libs/furniture';
import { goldenOrder } from '../../libs/furniture/test/golden-order.js';
import { openBrowser, overflow } from './browser.js';

/** The page of an order, as people look at it and print it. */
describe('the page of an order', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  const html = drawHtml(goldenOrder(), { view: 'front' });
  const seen = ['front', 'iso', 'plan'];

  it.each([1400, 1024, 390])('shows one view at a time and nothing beyond its %i px', async (width) => {
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    await page.setContent(html);
    for (const view of seen) {
      await page.locator(`label[for=view-${view}]`).click();
      expect(await page.locator('.pane').filter({ visible: true }).count()).toBe(1);
      expect(await page.locator(`#${view} svg`).filter({ visible: true }).count()).toBeGreaterThan(0);
      expect(await overflow(page)).toBe(0);
    }
    await page.close();
  });

  it('prints every view', async () => {
    const page = await browser.newPage();
    await page.setContent(html);
    await page.emulateMedia({ media: 'print' });
    for (const view of seen)
      expect(await page.locator(`#${view} > .scroll > svg`).filter({ visible: true }).count()).toBe(1);
    await page.close();
  });
});

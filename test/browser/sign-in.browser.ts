import type { Browser } from 'playwright-core';
import { accessToken } from '../cabinet/visitor.js';
import { type TestPartner, TestService } from '../support/service.js';
import { openBrowser, openPage, overflow, seriousFaults, signIn } from './browser.js';

/** From a link of access into the console and out of it, as a person does it. */
describe('the door of the console', () => {
  let browser: Browser;
  let service: TestService;
  let partner: TestPartner;
  beforeAll(async () => {
    service = await TestService.start();
    partner = await service.partner();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await service.stop();
  });

  it.each(['ru-RU', 'en-GB'])('opens by a link once, in the language of the browser: %s', async (locale) => {
    const { page, complaints } = await openPage(browser, service, { locale, viewport: { width: 390, height: 844 } });
    const token = await accessToken(service, partner);
    await page.goto(`${service.url}/cabinet/${partner.company_id}?access=${token}`);
    const enter = page.getByRole('button', { name: locale === 'ru-RU' ? 'Войти' : 'Sign in' });
    await enter.waitFor();
    expect(page.url()).not.toContain(token);
    expect(await seriousFaults(page)).toEqual([]);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('navigation').waitFor();
    expect(await page.getByRole('banner').textContent()).toContain('Кухни');
    await page.getByRole('button', { name: locale === 'ru-RU' ? 'Выйти' : 'Sign out' }).click();
    await page.waitForURL(`${service.url}/cabinet`);
    await page.getByText('company access').waitFor();
    expect(await overflow(page)).toBe(0);
    await page.goto(`${service.url}/cabinet/${partner.company_id}?access=${token}`);
    await enter.click();
    await page.getByRole('alert').waitFor();
    // The refusals that were asked for are told by the browser too: 401.
    expect(complaints.filter((line) => !line.includes('401'))).toEqual([]);
    await page.context().close();
  });

  it('keeps language and theme in the browser, and says whose cabinet is open', async () => {
    const { page } = await openPage(browser, service);
    await signIn(page, service, partner.company_id, { role: 'auditor' });
    await page.getByRole('button', { name: /Язык/ }).click();
    await page.getByRole('option', { name: 'English' }).click();
    await page.getByRole('button', { name: /Theme/ }).click();
    await page.getByRole('option', { name: 'Dark' }).click();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Balance' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(23, 25, 22)');
    expect(await page.getByRole('banner').textContent()).toContain('auditor');
    await page.context().close();
  });

  it('shows nobody the cabinet of another company', async () => {
    const other = await service.partner();
    const { page } = await openPage(browser, service);
    await signIn(page, service, partner.company_id);
    await page.goto(`${service.url}/cabinet/${other.company_id}`);
    await page.getByRole('link', { name: 'Открыть свой кабинет' }).click();
    await page.getByRole('navigation').waitFor();
    await page.context().close();
  });

  it.each([390, 1024, 1600])('fits a window %i px wide', async (width) => {
    const { page } = await openPage(browser, service, { viewport: { width, height: 900 } });
    await signIn(page, service, partner.company_id);
    expect(await overflow(page)).toBe(0);
    await page.context().close();
  });
});

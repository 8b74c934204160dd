import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import type { CabinetRole } from '#libs/companies';
import { accessToken } from '../cabinet/visitor.js';
import type { TestService } from '../support/service.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The system's Chromium (`npm run test:browser` names it). */
export function openBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM;
  if (!executablePath) throw new Error('CHROMIUM names no browser: run these by npm run test:browser');
  return chromium.launch({
    executablePath,
    // A model is drawn by the processor where there is no graphics card.
    args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-background-networking'],
  });
}

export interface Visit {
  readonly page: Page;
  /** What the page has said on its console, and what it has asked other servers for: nothing. */
  readonly complaints: readonly string[];
}

/** A page of its own, in a language, that notes every complaint. */
export async function openPage(
  browser: Browser,
  service: Pick<TestService, 'url'>,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({ locale: 'ru-RU', ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== new URL(service.url).origin) complaints.push(`asks ${origin}`);
  });
  return { page, complaints };
}

/** Opens a new link of access and presses its button. */
export async function signIn(
  page: Page,
  service: TestService,
  company_id: string,
  access: { readonly role?: CabinetRole; readonly seat_id?: number } = {},
): Promise<void> {
  const token = await accessToken(service, { company_id, ...access });
  await page.goto(`${service.url}/cabinet/${company_id}?access=${token}`);
  await page.getByRole('button', { name: /^(Войти|Sign in)$/ }).click();
  await page.getByRole('navigation').waitFor();
}

/** What axe finds serious or critical on the page as it stands, by rule and place. */
export async function seriousFaults(page: Page): Promise<string[]> {
  // Evaluated, not added: the page's policy lets no script in but its own.
  await page.evaluate(AXE);
  const { violations } = await page.evaluate<{
    violations: { id: string; impact: string; nodes: { target: string[]; failureSummary: string }[] }[];
  }>('axe.run(document, { resultTypes: ["violations"] })');
  return violations
    .filter(({ impact }) => ['serious', 'critical'].includes(impact))
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
    );
}

/** How far the page is wider than its window, or a table than its frame, px. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(`Math.max(...[document.documentElement, ...document.querySelectorAll('.table-frame')]
    .map((one) => one.scrollWidth - one.clientWidth))`);
}

import fc from 'fast-check';
import { anyOrder, longOrder, node, orderOf, run, straightOrder, wall } from '../../../test/drawing/orders.js';
import { goldenOrder } from '../../../test/golden-order.js';
import { FINISHES } from '../../order/order.js';
import { VIEWS } from '../views.js';
import { drawHtml, type HtmlOptions } from './index.js';

const page = (options: Partial<HtmlOptions> = {}) =>
  drawHtml(goldenOrder(), { view: 'front', title: 'Кухня', ...options });
const body = (html: string) => html.slice(html.indexOf('<body'));

describe.each(VIEWS)('the page with the %s view', (view) => {
  it('requests nothing from outside', () => {
    const html = page({ view, facade: 'oak' });
    const bare = html.replaceAll('http://www.w3.org/2000/svg', '');
    expect(bare).not.toMatch(/https?:|\/\/[a-z]/i);
    expect(bare).not.toMatch(/@import|url\(|\ssrc=|srcset|<(iframe|object|embed|form)\b/i);
    const asked = [...bare.matchAll(/href="([^"]*)"/g)].map((m) => m[1]).filter((to) => !to?.startsWith('#'));
    expect(asked).toEqual(['data:,']);
  });

  it('stays below 250 kB, also with forty units', () => {
    expect(Buffer.byteLength(page({ view }))).toBeLessThan(120_000);
    expect(Buffer.byteLength(drawHtml(longOrder(40), { view, title: 'Кухня' }))).toBeLessThan(250_000);
  });

  it('prints each view on a sheet of its own: A4 where its texts can be read there, else A3', () => {
    const sheet = (html: string) => /@page\{size:(\w+) landscape/.exec(html)?.[1];
    expect(sheet(drawHtml(straightOrder(), { view }))).toBe('A4');
    expect(sheet(drawHtml(longOrder(40), { view }))).toBe('A3');
    expect(page({ view })).toContain('.pane{break-inside:avoid;break-after:page}');
  });

  it('holds all views and shows the one that was asked for, without scripts', () => {
    const html = page({ view });
    const tabs = [...html.matchAll(/<input type="radio" name="view" id="view-(\w+)" value="(\w+)"( checked)?>/g)];
    expect(tabs.map(([, id]) => id)).toEqual([...VIEWS]);
    expect(tabs.filter(([, , , checked]) => checked).map(([, id]) => id)).toEqual([view]);
    expect(html.match(/<svg xmlns/g)).toHaveLength(VIEWS.length);
    for (const name of VIEWS) expect(html).toContain(`#view-${name}:checked~#${name}`);
  });

  it('shows several walls one below the other where the screen is narrow, from the one drawing', () => {
    const windows = (html: string) =>
      [...html.matchAll(/<svg class="dwg wall" viewBox="(\S+) \S+ (\d+) \d+"[^>]*><use href="#front-view"\/>/g)].map(
        ([, x, w]) => ({ from: Number(x), to: Number(x) + Number(w) }),
      );
    const [a, b] = windows(page({ view }));
    expect(page({ view }).match(/id="front-view"/g)).toHaveLength(1);
    expect([a?.from, b?.from]).toEqual([expect.any(Number), a?.to]);
    expect(windows(drawHtml(straightOrder(), { view }))).toEqual([]);
  });

  it('lets a narrow screen show one of two general views at a time', () => {
    const walls = ['A', 'B', 'C'].map((id, i) => wall(id, 2400, i === 0 ? 'start' : 'right'));
    const rows = walls.map(({ id }) => run(id, 'base', [node(`n${id}`, 900, 'B', 600)]));
    expect(drawHtml(orderOf(walls, rows), { view: 'iso' })).toContain('class="pane paired" id="iso"');
    expect(drawHtml(goldenOrder(), { view: 'iso' })).toContain('class="pane" id="iso"');
  });

  it('shows the finishes of the request without scripts', () => {
    const html = page({ view, carcass: 'white', facade: 'graphite' });
    expect(html).toContain('<body data-carcass="white" data-facade="graphite">');
    expect(html).toContain('Корпус: белый, фасад: графит');
    expect(html.replace(/<script>[\s\S]*<\/script>/, '')).toContain('[data-facade=graphite]{--f:#4A4E52;');
  });

  it('is the same bytes for the same order', () => {
    expect(page({ view })).toBe(page({ view }));
  });
});

describe('the palette of the page', () => {
  const html = page({ carcass: 'milk', facade: 'olive' });
  const buttons = [
    ...html.matchAll(
      /<button type="button" data-part="(\w+)" data-value="(\w+)" [^>]*aria-pressed="(\w+)" aria-label="([^"]+)"/g,
    ),
  ];

  it('offers every finish for carcass and facade as buttons with names, the chosen one first and pressed', () => {
    for (const [part, chosen] of [
      ['carcass', 'milk'],
      ['facade', 'olive'],
    ]) {
      const row = buttons.filter(([, p]) => p === part);
      expect(row.map(([, , value]) => value).sort()).toEqual([...FINISHES].sort());
      expect(row[0]?.[2]).toBe(chosen);
      expect(row.filter(([, , , pressed]) => pressed === 'true').map(([, , value]) => value)).toEqual([chosen]);
    }
    expect(buttons[0]?.[4]).toBe('Корпус: молочный');
  });

  it('stands under the views', () => {
    expect(html.indexOf('<button')).toBeGreaterThan(html.lastIndexOf('</svg>'));
  });
});

describe('the page', () => {
  it('is headed by what the kitchen is', () => {
    const html = drawHtml(goldenOrder(), { view: 'front' });
    expect(html).toContain('<h1>Кухня угловая 3000 × 2000</h1>');
    expect(html).toContain(`Заказ ${goldenOrder().id}.`);
  });

  it('has a button for each form of the order that is to be had, and none for the others', () => {
    expect(page()).not.toContain('class="button"');
    const html = page({ links: { pdf: 'sheets.pdf?a=1&b="2"', viewer: './3d' } });
    expect(html).toContain(
      '<a class="button" href="sheets.pdf?a=1&amp;b=&quot;2&quot;" aria-label="Листы для печати, PDF">PDF</a>',
    );
    expect(html).toContain('href="./3d"');
    expect(html).not.toContain('GLB');
  });

  it('lists every unit with number, code, title and size', () => {
    const html = page();
    expect(html.match(/<tr><td/g)).toHaveLength(21);
    expect(html).toContain(
      '<td class="n">3</td><td>ШНЯ3</td><td>Шкаф нижний: три ящика</td><td class="n">600 × 720 × 560</td>',
    );
  });

  it('lets no word of the order or the title become markup', () => {
    const title = '</title><script>alert(1)</script><img src=x onerror="alert(2)">';
    const html = drawHtml(straightOrder({ id: title }), { view: 'front', title, link: { expiresAt: title } });
    expect(html.match(/<script>/g)).toHaveLength(1);
    expect(html).not.toContain('<img');
    fc.assert(
      fc.property(anyOrder, fc.string(), (order, words) => {
        const made = body(drawHtml(order, { view: 'iso', title: words }));
        expect(made.match(/<script/g)).toHaveLength(1);
      }),
      { numRuns: 40 },
    );
  });

  it('tells until when a signed link lives', () => {
    expect(page({ link: { expiresAt: '21.11.2026 23:00' } })).toContain('Ссылка действует до 21.11.2026 23:00.');
    expect(page()).not.toContain('Ссылка действует');
  });
});

import fc from 'fast-check';
import { anyOrder, longOrder, straightOrder } from '../../../test/drawing/orders.js';
import { goldenOrder } from '../../../test/golden-order.js';
import { FINISHES } from '../../order/order.js';
import { drawHtml, type HtmlOptions } from './index.js';

const page = (options: Partial<HtmlOptions> = {}) =>
  drawHtml(goldenOrder(), { view: 'front', title: 'Кухня', ...options });
const body = (html: string) => html.slice(html.indexOf('<body'));

describe.each(['front', 'iso'] as const)('the page with the %s view', (view) => {
  it('requests nothing from outside', () => {
    const html = page({ view, facade: 'oak' });
    const bare = html.replaceAll('http://www.w3.org/2000/svg', '');
    expect(bare).not.toMatch(/https?:|\/\/[a-z]/i);
    expect(bare).not.toMatch(/@import|url\(|\ssrc=|srcset|<(iframe|object|embed|form)\b/i);
    expect([...bare.matchAll(/href="([^"]*)"/g)].map((m) => m[1])).toEqual(['data:,']);
  });

  it('stays below 250 kB, also with forty units', () => {
    expect(Buffer.byteLength(page({ view }))).toBeLessThan(100_000);
    expect(Buffer.byteLength(drawHtml(longOrder(40), { view, title: 'Кухня' }))).toBeLessThan(250_000);
  });

  it('prints on A4, very large kitchens on A3, with a drawing as high as its table lets it be', () => {
    const printed = (count: number) => {
      const html = drawHtml(longOrder(count), { view, title: 'Кухня' });
      return [/@page\{size:(\w+)/.exec(html)?.[1], Number(/max-height:(\d+)mm/.exec(html)?.[1])] as const;
    };
    expect([printed(12)[0], printed(40)[0], printed(90)[0]]).toEqual(['A4', 'A4', 'A3']);
    expect(printed(12)[1]).toBeGreaterThan(printed(40)[1]);
    expect(printed(400)[1]).toBe(60);
  });

  it('says that the drawing scrolls only where it is wider than the screen', () => {
    const least = Number(/--least:(\d+)px/.exec(page({ view }))?.[1]);
    expect(page({ view })).toContain(`@media screen and (max-width:${least + 33}px){.narrow{display:block`);
    expect(drawHtml(longOrder(90), { view: 'front', title: 'Кухня' })).toContain('@media screen{.narrow{display:block');
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

  it('stands under the view', () => {
    expect(html.indexOf('<button')).toBeGreaterThan(html.indexOf('</svg>'));
  });
});

describe('the page', () => {
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

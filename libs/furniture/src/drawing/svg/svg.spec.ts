import fc from 'fast-check';
import { parseXml } from '../../../test/drawing/svg.js';
import { Canvas, type Line, lineBox, overlap } from './canvas.js';
import { drawChain } from './chain.js';
import { Labels } from './labels.js';
import { escapeXml, textWidth } from './text.js';

const line = (x: number, y: number, text: string): Line => ({ cls: 't', x, y, size: 50, text });

describe('escaping', () => {
  it('makes any string safe as content and as attribute', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const [root] = parseXml(`<t a="${escapeXml(value)}">${escapeXml(value)}</t>`);
        expect(root?.name).toBe('t');
        expect(escapeXml(value)).not.toMatch(/[<>"]/);
      }),
    );
  });

  it('drops what XML forbids and keeps Russian text as it is', () => {
    expect(escapeXml('ШНЯ3 «600 × 720»')).toBe('ШНЯ3 «600 × 720»');
    expect(escapeXml('a\u0000b\u001f<\ud800>')).toBe('ab&lt;\ufffd&gt;');
  });
});

describe('labels', () => {
  it('never overlap, whatever is proposed', () => {
    const place = fc.record({
      x: fc.integer({ min: 0, max: 900 }),
      y: fc.integer({ min: 0, max: 400 }),
      text: fc.string({ maxLength: 8 }),
    });
    fc.assert(
      fc.property(fc.array(fc.array(place, { minLength: 1, maxLength: 4 }), { maxLength: 30 }), (asked) => {
        const labels = new Labels();
        const boxes = asked.flatMap((options) => {
          const lines = labels.place(options.map((o) => [line(o.x, o.y, o.text)]));
          return (lines ?? []).map(lineBox);
        });
        boxes.forEach((a, i) => {
          for (const b of boxes.slice(i + 1)) expect(overlap(a, b)).toBe(false);
        });
      }),
    );
  });

  it('keep away from what is drawn unless they may stand over it', () => {
    const labels = new Labels();
    labels.block({ x: 0, y: 0, w: 100, h: 100 });
    expect(labels.place([[line(50, 50, '1')]])).toBeUndefined();
    expect(labels.place([[line(50, 50, '1')]], { over: true })).toBeDefined();
    expect(labels.place([[line(50, 50, '2')]], { over: true })).toBeUndefined();
  });
});

describe('a chain of dimensions', () => {
  it('writes the numbers of short members in the sequence of the members', () => {
    const canvas = new Canvas();
    const at = [0, 600, 1300, 1360, 1410, 1730];
    drawChain({ canvas, labels: new Labels() }, { of: 'A', vertical: false, at, line: -200, from: 0 });
    const written = canvas.shapes.flatMap((shape) => (shape.kind === 'text' ? [shape.line] : []));
    expect(written.sort((a, b) => a.x - b.x).map(({ text }) => text)).toEqual(['600', '700', '60', '50', '320']);
  });

  it('keeps names off its extension lines', () => {
    const labels = new Labels();
    drawChain({ canvas: new Canvas(), labels }, { of: 'A', vertical: false, at: [0, 600], line: -200, from: 0 });
    const place = (x: number) => ({ x, y: -120, w: 100, h: 50 });
    expect([labels.free(place(550)), labels.free(place(300))]).toEqual([false, true]);
  });
});

describe('the canvas', () => {
  it('knows the extent of what it drew, vertical text included', () => {
    const canvas = new Canvas();
    canvas.rect('k', 10.4, -20.6, 100, 50);
    canvas.text({ ...line(200, 0, '1130'), style: { vertical: true } });
    const w = textWidth('1130', 50);
    expect(canvas.bounds()).toEqual({
      x: 10,
      y: -Math.round(w / 2),
      w: 200 + 24 - 10,
      h: Math.max(w, Math.round(w / 2) + 29),
    });
  });

  it('writes whole numbers, also for what is none', () => {
    const canvas = new Canvas();
    canvas.lines('d', [
      [
        [Number.NaN, 0.5],
        [-0.2, Number.POSITIVE_INFINITY],
      ],
    ]);
    expect(canvas.toString()).toBe('<path class="d" d="M0 1L0 0"/>');
  });
});

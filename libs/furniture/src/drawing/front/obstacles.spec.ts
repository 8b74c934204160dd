import { node, orderOf, run, wall } from '../../../test/drawing/orders.js';
import { boxOf, type Element, parseXml } from '../../../test/drawing/svg.js';
import type { Obstacle, Order } from '../../order/order.js';
import { overlap } from '../svg/canvas.js';
import { drawFront } from './index.js';

const kitchen = (obstacles: Omit<Obstacle, 'id' | 'wall'>[], rest: Partial<Order> = {}): Order =>
  orderOf(
    [wall('A', 3000)],
    [run('A', 'base', [node('n1', 600, 'B', 600), node('n2', 1200, 'NB', 600), node('n3', 1800, 'EP', 16, 820)])],
    {
      items: [{ id: 'i1', kind: 'washer', node: 'n2' }],
      obstacles: obstacles.map((o, i) => ({ id: `o${i}`, wall: 'A', ...o })),
      ...rest,
    },
  );

const drawn = (order: Order): Element[] => parseXml(drawFront(order, { facade: 'blue' }));

const named = (elements: readonly Element[], text: string) => {
  const [found] = elements.filter((e) => e.name === 'text' && e.text.includes(text));
  const box = found && boxOf(found);
  if (!box) throw new Error(`no «${text}»`);
  return box;
};

describe('obstacles in the front view', () => {
  it('shows fittings behind furniture dashed and names them over the worktop, off fronts and machines', () => {
    const elements = drawn(
      kitchen([
        { kind: 'socket', at: 1460, width: 80 },
        { kind: 'water', at: 750, width: 300 },
      ]),
    );
    for (const text of ['розетка +300', 'выводы воды +200']) {
      const { y, h } = named(elements, text);
      expect(y + h).toBeLessThan(-858);
    }
    const circles = elements.filter((e) => e.name === 'circle').map((e) => e.attributes.class);
    expect(circles).toContain('od');
    expect(circles).not.toContain('ob');
  });

  it('shows what stands behind dark fronts in light dashes', () => {
    const svg = drawFront(kitchen([{ kind: 'radiator', at: 700, width: 400 }]), { facade: 'blue' });
    expect(svg).toMatch(/class="oc"/);
    expect(svg).toContain('.oc{fill:none;stroke:#F2F2F2');
    expect(svg).toContain('за мебелью');
  });

  it('names no obstacle on another', () => {
    const elements = drawn(
      kitchen([
        { kind: 'boiler', at: 100, width: 450 },
        { kind: 'gas_pipe', at: 60, width: 30 },
      ]),
    );
    expect(overlap(named(elements, 'газовая труба'), { x: 100, y: -2150, w: 450, h: 750 })).toBe(false);
  });

  it('names no unit on a window', () => {
    const elements = drawn(kitchen([{ kind: 'window', at: 1000, width: 850 }]));
    expect(overlap(named(elements, 'БП 16'), { x: 1000, y: -2100, w: 850, h: 1200 })).toBe(false);
  });

  it('keeps names within the room: none over the ceiling’s line', () => {
    const elements = drawn(kitchen([{ kind: 'gas_pipe', at: 60, width: 30, bottom: 700 }]));
    const { y } = named(elements, 'газовая труба');
    expect(y).toBeGreaterThan(-2700);
  });

  it('names a pipe with its size', () => {
    const elements = drawn(kitchen([{ kind: 'gas_pipe', at: 60, width: 30 }]));
    expect(named(elements, 'газовая труба 30').h).toBeGreaterThan(0);
  });

  it('names what stands behind fronts as units are named, in their ink', () => {
    const elements = drawn(kitchen([{ kind: 'radiator', at: 650, width: 500 }]));
    const [name] = elements.filter((e) => e.name === 'text' && e.text.startsWith('радиатор'));
    expect(name?.attributes.class).toBe('tf');
  });
});

import { node, orderOf, run, wall } from '../../../test/drawing/orders.js';
import { boxOf, parseXml } from '../../../test/drawing/svg.js';
import { goldenOrder } from '../../../test/golden-order.js';
import { inside } from '../svg/canvas.js';
import { drawFront } from './index.js';

const boxesOf = (svg: string, cls: string) =>
  parseXml(svg)
    .filter((e) => e.attributes.class === cls)
    .flatMap((e) => boxOf(e) ?? []);

describe('labels of the front view', () => {
  it('leave the outline of a narrow filler whole', () => {
    const svg = drawFront(goldenOrder(), { facade: 'white' });
    const [fillers, plates] = [boxesOf(svg, 'ff'), boxesOf(svg, 'bff')];
    expect(plates.length).toBeGreaterThan(0);
    expect(plates.filter((plate) => !fillers.some((filler) => inside(plate, filler)))).toEqual([]);
  });

  it('lie on the face of a machine and on a pane without a white patch', () => {
    const rows = [run('A', 'tall', [node('n1', 0, 'NF', 600)]), run('A', 'wall', [node('n2', 600, 'WG', 600)])];
    const svg = drawFront(orderOf([wall('A', 2000)], rows), { facade: 'blue', carcass: 'oak' });
    expect(boxesOf(svg, 'bp').filter(({ y }) => y < 0)).toEqual([]);
    expect(boxesOf(svg, 'bs').length).toBe(1);
    expect(boxesOf(svg, 'bg').length).toBe(boxesOf(svg, 'bb').length);
  });

  it('name a panel between tall units below a mezzanine at its foot, without a line across its neighbours', () => {
    const rows = [
      run('A', 'tall', [node('n1', 100, 'TF', 600), node('n2', 700, 'EP', 16, 2140), node('n3', 716, 'T', 600)]),
      run('A', 'upper', [node('n4', 100, 'AT', 600, 420), node('n5', 700, 'AT', 616, 420)]),
    ];
    const svg = drawFront(orderOf([wall('A', 2000)], rows, { ceiling: 2600 }));
    const [name] = parseXml(svg).filter((e) => e.name === 'text' && e.text.startsWith('2 · БП'));
    const box = name && boxOf(name);
    expect(box && inside(box, { x: 0, y: -100, w: 2000, h: 100 })).toBe(true);
    expect(boxesOf(svg, 'lead').map(({ h }) => h)).toEqual([0]);
  });
});

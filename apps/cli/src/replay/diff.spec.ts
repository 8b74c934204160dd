import { diffText, picturesSvg } from './diff.js';

const between = { conversation_id: 'cnv_1', from: 1, to: 2 };
const node = { id: 'n3', code: 'ШН1', title: 'тумба с дверью 600' };

describe('what changed between two turns', () => {
  it('reads aloud with units', () => {
    const width = { name: 'w', before: 600, after: 700 };
    const pinned = { name: 'pinned', before: false, after: true };
    const words = diffText({
      ...between,
      nodes: { added: [], removed: [node], changed: [{ ...node, id: 'n1', fields: [width, pinned] }] },
      bom: [
        { kind: 'sheet', code: 'chip', title: 'ЛДСП 16', before: 1_500_000, after: 2_250_000 },
        { kind: 'edge', code: 'e1', title: 'Кромка', before: 12_400, after: 0 },
        { kind: 'piece', code: 'hinge', title: 'Петля', before: 4, after: 6 },
      ],
      coins: { before: 1, after: 2 },
    });
    expect(words.split('\n')).toEqual([
      'Разговор cnv_1: от хода 1 к ходу 2',
      '',
      'Убрано:',
      '  тумба с дверью 600 (ШН1, n3)',
      '',
      'Изменено:',
      '  тумба с дверью 600 (ШН1, n1): ширина 600 → 700; закреплён нет → да',
      '',
      'Материалы:',
      '  ЛДСП 16: 1.500 м² → 2.250 м² (+0.750 м²)',
      '  Кромка: 12.40 м → 0.00 м (−12.40 м)',
      '  Петля: 4 шт. → 6 шт. (+2 шт.)',
      '',
      'Монет списано: 1 → 2',
    ]);
  });

  it('says so where nothing has', () => {
    const nodes = { added: [], removed: [], changed: [] };
    const words = diffText({ ...between, nodes, bom: [], coins: { before: 1, after: 1 } });
    expect(words).toContain('Заказ тот же.');
  });
});

describe('pictures of two turns', () => {
  it('keep their own styles, and a turn without one says so', () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-10 -20 300 200"><style>.k{fill:red}</style></svg>';
    const both = picturesSvg([
      { turn: 0, svg: null },
      { turn: 2, svg },
    ]);
    expect(both).toContain('После хода 0: ничего не собрано');
    expect(both).toContain(
      `width="1152" height="768" href="data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}"`,
    );
    expect(both).not.toContain('<style>');
  });
});

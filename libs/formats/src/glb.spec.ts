import fc from 'fast-check';
import { compose, modelOf } from '#libs/furniture';
import { anyOrder } from '../../furniture/test/any-order.js';
import { goldenOrder } from '../../furniture/test/golden-order.js';
import { briefs } from '../../furniture/test/layout/arbitrary-briefs.js';
import { faultsOf } from '../test/validated.js';
import { glbOf } from './index.js';

type Finishes = Parameters<typeof modelOf>[1];
interface Described {
  name: string;
  pbrMetallicRoughness: { baseColorTexture?: unknown };
}

describe('a model as glTF', () => {
  it('is valid by the validator of Khronos, without a warning, for kitchens of random briefs', async () => {
    let drawn = 0;
    await fc.assert(
      fc.asyncProperty(briefs, async (brief) => {
        const made = compose(brief, { orderId: 'random' });
        if (!made.ok) return;
        drawn += 1;
        expect(await faultsOf(await glbOf(modelOf(made.order, { facade: 'oak', carcass: 'black' })))).toEqual([]);
      }),
      { numRuns: 25 },
    );
    expect(drawn).toBeGreaterThan(5);
  });

  it('is valid for units in any order whatsoever', async () => {
    await fc.assert(
      fc.asyncProperty(anyOrder(), async (order) => expect(await faultsOf(await glbOf(modelOf(order)))).toEqual([])),
      { numRuns: 20 },
    );
  });

  it('has the same bytes for the same order', async () => {
    const made = () => glbOf(modelOf(goldenOrder(), { facade: 'oak' }));
    expect(Buffer.compare(await made(), await made())).toBe(0);
  });

  it('lays the grain over wood, and over nothing else', async () => {
    const grained = async (finishes: Finishes) => {
      const glb = Buffer.from(await glbOf(modelOf(goldenOrder(), finishes)));
      const { materials, images = [] } = JSON.parse(glb.toString('utf8', 20, 20 + glb.readUInt32LE(12)));
      const named = materials.filter((m: Described) => m.pbrMetallicRoughness.baseColorTexture);
      return { images: images.length, of: named.map(({ name }: Described) => name) };
    };
    expect(await grained({ facade: 'oak', carcass: 'walnut' })).toEqual({
      images: 1,
      of: expect.arrayContaining(['Фасад: дуб', 'Корпус: орех']),
    });
    expect(await grained({ facade: 'white', carcass: 'black' })).toEqual({ images: 0, of: [] });
  });

  it('names its objects and finishes as people do', async () => {
    const glb = Buffer.from(await glbOf(modelOf(goldenOrder(), { facade: 'oak', carcass: 'white' })));
    const { nodes, materials, asset, scenes } = JSON.parse(glb.toString('utf8', 20, 20 + glb.readUInt32LE(12)));
    expect(asset).toMatchObject({ version: '2.0' });
    expect(scenes).toMatchObject([{ name: 'lead-golden' }]);
    const names = nodes.map(({ name }: { name: string }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['3 Шкаф нижний: три ящика 600', 'Столешница A', 'Цоколь B', 'Стена A', 'Пол']),
    );
    expect(new Set(names).size).toBe(names.length);
    expect(materials.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['Фасад: дуб', 'Корпус: белый', 'Столешница', 'Сталь']),
    );
  });
});

import * as fc from 'fast-check';
import { mapDelete, mapEntries, mapGet, mapHas, mapSet, type PersistentMap } from './persistent-map.js';

const steps = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant('set' as const), key: fc.string({ maxLength: 2 }), value: fc.integer() }),
    fc.record({ do: fc.constant('delete' as const), key: fc.string({ maxLength: 2 }) }),
  ),
  { maxLength: 200, size: 'max' },
);

describe('a persistent map', () => {
  it('holds what a Map holds, also after a round trip through JSON', () => {
    fc.assert(
      fc.property(steps, (list) => {
        const model = new Map<string, number>();
        let map: PersistentMap<number> = [];
        for (const step of list) {
          if (step.do === 'set') {
            model.set(step.key, step.value);
            map = mapSet(map, step.key, step.value);
          } else {
            model.delete(step.key);
            map = mapDelete(map, step.key);
          }
        }
        const revived: PersistentMap<number> = JSON.parse(JSON.stringify(map));
        expect(new Map(mapEntries(revived))).toEqual(model);
        for (const [key, value] of model) expect(mapGet(revived, key)).toBe(value);
      }),
    );
  });

  it('leaves the older map as it was', () => {
    const older = mapSet<number>([], 'a', 1);
    const newer = mapDelete(mapSet(older, 'b', 2), 'a');
    expect([mapHas(older, 'a'), mapHas(older, 'b'), mapHas(newer, 'a'), mapHas(newer, 'b')]).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  it('adds a hundred thousand turns in well under a quadratic time', () => {
    let map: PersistentMap<number> = [];
    const started = performance.now();
    for (let turn = 0; turn < 100_000; turn++) map = mapSet(map, `trn_${turn.toString(16).padStart(32, '0')}`, 0);
    expect(performance.now() - started).toBeLessThan(5_000);
    expect([...mapEntries(map)]).toHaveLength(100_000);
  });
});

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

  it('copies one shelf and one small bucket a change, however much it holds', () => {
    const id = (turn: number) => `trn_${turn.toString(16).padStart(32, '0')}`;
    let map: PersistentMap<number> = [];
    for (let turn = 0; turn < 20_000; turn++) map = mapSet(map, id(turn), 0);
    expect([...mapEntries(map)]).toHaveLength(20_000);
    const next = mapSet(map, id(20_000), 0);
    expect(next.filter((shelf, at) => shelf !== map[at])).toHaveLength(1);
    const buckets = map.flatMap((shelf) => shelf ?? []).map((bucket) => bucket?.length ?? 0);
    expect(Math.max(...buckets)).toBeLessThan(30);
  });
});

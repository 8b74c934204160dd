import * as fc from 'fast-check';
import { newId } from '#libs/kernel';
import { SettledTurns } from './settled-turns.js';

describe('settled turns', () => {
  it('are those that were added, to this set and none of those before it', () => {
    // Few digits, so that ids share buckets and bytes.
    const id = fc
      .array(fc.constantFrom('00', '11', '01', '10'), { minLength: 16, maxLength: 16 })
      .map((bytes) => `trn_${bytes.join('')}`);
    fc.assert(
      fc.property(fc.array(fc.oneof(id, fc.string()), { maxLength: 60 }), fc.array(id), (added, others) => {
        const steps = [SettledTurns.NONE];
        for (const turnId of added) steps.push(steps.at(-1)?.add(turnId) ?? SettledTurns.NONE);
        for (const [count, settled] of steps.entries()) {
          const expected = new Set(added.slice(0, count));
          for (const turnId of [...added, ...others]) expect(settled.has(turnId)).toBe(expected.has(turnId));
        }
      }),
    );
  });

  it('take no more for coming twice', () => {
    const settled = SettledTurns.NONE.add('trn_1');
    expect(settled.add('trn_1')).toBe(settled);
  });

  it('of a long period leave the cache of folded states its room: 32 bytes each at most', () => {
    let settled = SettledTurns.NONE;
    let last = '';
    for (let turn = 0; turn < 100_000; turn += 1) {
      last = newId('trn');
      settled = settled.add(last);
    }
    expect(settled.has(last)).toBe(true);
    expect(settled.bytes).toBeLessThan(32 * 100_000);
  });
});

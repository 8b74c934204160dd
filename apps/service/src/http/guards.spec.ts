import { setImmediate as nextTurn } from 'node:timers/promises';
import { AdmissionControl } from './guards.js';

describe('admission control', () => {
  const control = new AdmissionControl();

  it('admits those together who came together, a bounded number at each turn of the event loop', async () => {
    const turns: number[] = [];
    let turn = 0;
    const all = Array.from({ length: 100 }, async () => {
      await control.admission();
      turns.push(turn);
    });
    while (turns.length < 100) {
      await nextTurn();
      turn += 1;
    }
    await Promise.all(all);
    const perTurn = [...Map.groupBy(turns, (at) => at).values()].map((at) => at.length);
    expect(perTurn).toEqual([32, 32, 32, 4]);
  });

  it('keeps nobody who comes later waiting', async () => {
    await control.admission();
    await control.admission();
  });
});

import { Upcasting } from './upcasting.js';

const upcasting = new Upcasting()
  .add('Sized', 1, ({ cm }) => ({ mm: Number(cm) * 10 }))
  .add('Sized', 2, ({ mm }) => ({ size: { mm } }));

describe('upcasting', () => {
  it('lifts each old schema through all steps that it lacks, the newest through none', () => {
    expect(upcasting.lift('Sized', 1, { cm: 60 })).toEqual({ size: { mm: 600 } });
    expect(upcasting.lift('Sized', 2, { mm: 450 })).toEqual({ size: { mm: 450 } });
    expect(upcasting.lift('Sized', 3, { size: { mm: 300 } })).toEqual({ size: { mm: 300 } });
    expect(upcasting.lift('Other', 1, { cm: 1 })).toEqual({ cm: 1 });
  });

  it('knows the schema that new events are written with', () => {
    expect(upcasting.newest('Sized')).toBe(3);
    expect(upcasting.newest('Other')).toBe(1);
  });

  it('refuses a step that leaves a gap', () => {
    expect(() => new Upcasting().add('Sized', 2, (data) => data)).toThrow(/the next one due is from 1/);
  });
});

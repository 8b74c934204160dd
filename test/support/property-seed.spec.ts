import fc from 'fast-check';

describe('property tests', () => {
  it('run on the seed that scripts/jest/fast-check.mjs names', () => {
    const { PROPERTY_SEED = '20261121' } = process.env;
    const { seed } = fc.readConfigureGlobal();
    expect(seed).toBe(PROPERTY_SEED === 'random' ? undefined : Number(PROPERTY_SEED));
  });
});

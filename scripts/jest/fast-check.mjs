// What specs get for `fast-check` (jest.config.mjs): property tests run on one seed, so that the same commit gives the
// same answer everywhere. Another seed, or PROPERTY_SEED=random, explores further.
import fc from '../../node_modules/fast-check/lib/fast-check.js';

const { PROPERTY_SEED = '20261121' } = process.env;
if (PROPERTY_SEED !== 'random') {
  const seed = Number(PROPERTY_SEED);
  if (!Number.isInteger(seed)) throw new Error(`PROPERTY_SEED=${PROPERTY_SEED} is neither a whole number nor "random"`);
  fc.configureGlobal({ seed });
}

export * from '../../node_modules/fast-check/lib/fast-check.js';
export default fc;

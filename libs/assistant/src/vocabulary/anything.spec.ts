import fc from 'fast-check';
import { check, parseOrder } from '#libs/furniture';
import { goldenOrder } from '../../test/orders.js';
import { applyOperations } from '../operations/apply.js';
import { answerSchema } from './actions.js';
import { decode } from './decode.js';
import { isOwnFinding } from './problems.js';
import { type JsonSchema, strictSchema } from './strict.js';

const schema = strictSchema(answerSchema);

const WORDS = [
  ...['3 м', '60', '60 см', '450 мм', '2,7 м', 'три двадцать', '1', '0', '-5', '12000', '1e9', 'метр', '', '3 на 2'],
  ...[
    'n1',
    'n3',
    'n5',
    'n999',
    'i1',
    'i3',
    'o1',
    '__proto__',
    'HOB-HOOD',
    'https://evil.example',
    '99999999999999999999',
  ],
]; // prettier-ignore

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;

/** Whatever a decoder that keeps strictly to the schema could give. */
function arbitrary(part: unknown): fc.Arbitrary<unknown> {
  if (!isSchema(part)) throw new Error('not a schema');
  const { $ref, anyOf, enum: values, const: only, type, properties, items } = part;
  if (typeof $ref === 'string' && isSchema(schema.$defs))
    return arbitrary(new Map(Object.entries(schema.$defs)).get($ref.replace('#/$defs/', '')));
  if (Array.isArray(anyOf)) return fc.oneof(...anyOf.map(arbitrary));
  if (Array.isArray(values)) return fc.constantFrom(...values);
  if (only !== undefined) return fc.constant(only);
  if (Array.isArray(type)) return fc.oneof(...type.map((one) => arbitrary({ ...part, type: one })));
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: -2, max: 10 });
    case 'string':
      return fc.oneof(
        { weight: 9, arbitrary: fc.constantFrom(...WORDS) },
        { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
      );
    case 'array':
      return fc.array(arbitrary(items), { maxLength: 4 });
    case 'object': {
      const fields = isSchema(properties) ? Object.entries(properties) : [];
      return fc.record(Object.fromEntries(fields.map(([name, inner]) => [name, arbitrary(inner)])));
    }
    default:
      throw new Error(`a schema of type ${String(type)}`);
  }
}

describe('whatever keeps to the schema', () => {
  const answers = arbitrary(schema);

  it('is read, carried out on a copy or refused with places, and never leaves an order that fails its checks', () => {
    const order = goldenOrder();
    const before = JSON.stringify(order);
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(answers, fc.boolean(), (raw, stands) => {
        const answer = answerSchema.parse(raw);
        const decoded = decode(answer, { order: stands ? order : undefined, turns: [1, 3] });
        seen.set(decoded.kind, (seen.get(decoded.kind) ?? 0) + 1);
        if (decoded.kind === 'refused') {
          expect(decoded.findings.every((one) => isOwnFinding(one) && one.path !== '' && one.msg !== '')).toBe(true);
          return;
        }
        if (decoded.kind !== 'operations') return;
        const made = applyOperations(stands ? order : undefined, 'lead-1', decoded.operations);
        expect(JSON.stringify(order)).toBe(before);
        seen.set(`ok ${made.ok}`, (seen.get(`ok ${made.ok}`) ?? 0) + 1);
        if (!made.ok) return;
        expect(check(made.order).filter(({ severity }) => severity === 'error')).toEqual([]);
        expect(parseOrder(JSON.parse(JSON.stringify(made.order))).ok).toBe(true);
      }),
      { numRuns: 1_500 },
    );
    for (const kind of ['operations', 'restore', 'ask', 'decline', 'refused', 'ok true', 'ok false'])
      expect([kind, (seen.get(kind) ?? 0) > 0]).toEqual([kind, true]);
  }, 60_000);

  it('one action at a time, the same', () => {
    const order = goldenOrder();
    const actions = arbitrary(
      schema.$defs ? (isSchema(schema.properties) ? schema.properties.actions : undefined) : undefined,
    );
    fc.assert(
      fc.property(actions, (raw) => {
        const [action] = answerSchema.parse({ reply: '', actions: raw }).actions;
        if (!action) return;
        const decoded = decode({ actions: [action] }, { order, turns: [1] });
        if (decoded.kind === 'operations') applyOperations(order, 'lead-1', decoded.operations);
      }),
      { numRuns: 3_000 },
    );
  }, 60_000);
});

import fc from 'fast-check';
import { check, type Finding, parseOrder } from '#libs/furniture';
import { briefOf3000, goldenOrder } from '../../test/orders.js';
import { type JsonSchema, strictSchema } from '../openai/json-schema.js';
import { applyOperations } from '../turn/apply.js';
import { decode } from './decode.js';
import { answerSchema } from './schema.js';

const isOwnFinding = ({ code }: Finding): boolean => code.startsWith('OP-');

const schema = strictSchema(answerSchema);

const WORDS = [
  ...['3 м', '60', '60 см', '450 мм', '2,7 м', 'три двадцать', '1', '0', '-5', '12000', '1e9', 'метр', '', '3 на 2'],
  ...['n1', 'n3', 'n5', 'n999', 'i1', 'i3', 'o1', '__proto__', 'HOB-HOOD', 'https://evil.example', '9'.repeat(20)],
];

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;

/** Arbitrary values of the schema, as a strict decoder may produce them. */
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

/** Schemas of the actions by name. */
function actionsOf(part: unknown): ReadonlyMap<string, fc.Arbitrary<unknown>> {
  const actions = isSchema(part) && isSchema(part.properties) ? part.properties.actions : undefined;
  const of = isSchema(actions) && isSchema(actions.items) ? actions.items.anyOf : undefined;
  if (!Array.isArray(of)) throw new Error('the schema has no list of actions');
  return new Map(
    of.map((one) => {
      const op = isSchema(one) && isSchema(one.properties) ? one.properties.op : undefined;
      if (!isSchema(op) || typeof op.const !== 'string') throw new Error('an action has no name');
      return [op.const, arbitrary(one)];
    }),
  );
}

const order = goldenOrder({
  ...briefOf3000(),
  obstacles: [{ kind: 'window', wall: 'A', at: 200, width: 1000, bottom: 950 }],
});
const untouched = JSON.stringify(order);

/** Decodes and applies an answer, checks the invariants and names how it ended. */
function tell(raw: unknown, stands: boolean): string {
  const standing = stands ? order : undefined;
  const decoded = decode(answerSchema.parse(raw), { order: standing, turns: [1, 3] });
  if (decoded.kind === 'refused')
    for (const one of decoded.findings)
      expect([isOwnFinding(one), one.path, one.msg]).toEqual([
        true,
        expect.stringMatching(/./),
        expect.stringMatching(/./),
      ]);
  if (decoded.kind !== 'operations') return decoded.kind;
  const made = applyOperations(standing, 'lead-1', decoded.operations);
  expect(JSON.stringify(order)).toBe(untouched);
  if (!made.ok) return 'not carried out';
  expect(check(made.order).filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(parseOrder(JSON.parse(JSON.stringify(made.order)))).toMatchObject({ ok: true });
  return 'carried out';
}

/** Possible results of actions that never change an order; the others are applied, unchanged or refused. */
const IDLE = new Map([
  ['restore', ['refused', 'restore']],
  ['ask', ['ask']],
  ['decline', ['decline']],
]);

describe('any answer that matches the schema', () => {
  const actions = actionsOf(schema);

  it('is decoded and applied to a copy, or refused with paths, and never yields an order that fails its checks', () => {
    fc.assert(
      fc.property(arbitrary(schema), fc.boolean(), (raw, stands) => void tell(raw, stands)),
      { numRuns: 1_500 },
    );
  });

  it.each([...actions])('also with %s alone', (op, action) => {
    const alone = action.map((one) => ({ reply: '', actions: [one] }));
    const lawful = IDLE.get(op) ?? ['refused', 'carried out', 'not carried out'];
    fc.assert(
      fc.property(alone, fc.boolean(), (raw, stands) => {
        expect(lawful).toContain(tell(raw, stands));
      }),
      { numRuns: 100 },
    );
  });

  // Fixed seed: coverage does not depend on the run.
  it.each([...actions])('%s is generated with every possible result', (op, action) => {
    const wanted = IDLE.get(op) ?? ['carried out', 'another'];
    const missing = new Set(wanted);
    for (const [one, stands] of fc.sample(fc.tuple(action, fc.boolean()), { seed: 1, numRuns: 2_000 })) {
      const end = tell({ reply: '', actions: [one] }, stands);
      missing.delete(wanted.includes(end) ? end : 'another');
      if (missing.size === 0) return;
    }
    expect([...missing]).toEqual([]);
  });
});

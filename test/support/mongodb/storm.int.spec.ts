import fc from 'fast-check';
import { openMongo, openMongoReadModels } from '../../../libs/read-models/src/index.js';
import { write } from '../../../libs/read-models/test/contract/subject.js';
import { MongoDouble } from './double.js';
import type { Fault } from './faults.js';

const NOTES = { name: 'notes', version: 1 };
const FAULTS: readonly Fault[] = ['drop before', 'drop after', 'half-close', 'repeat', 'not primary', 'write concern'];

const step = fc.record({
  fault: fc.option(fc.constantFrom(...FAULTS), { nil: undefined }),
  /** Which update of the commit it strikes: documents, those met again, the checkpoint. */
  after: fc.nat(2),
  node: fc.nat(1),
  /** A step that is given again, as after a crash between documents and checkpoint. */
  again: fc.boolean(),
  documents: fc.uniqueArray(fc.nat(20), { minLength: 1, maxLength: 15 }),
  removed: fc.nat(30),
});

describe('whatever happens to the connection', () => {
  it('documents are those of the last event that touched them, whoever wrote first', async () => {
    const double = await MongoDouble.start();
    const nodes = [
      await openMongoReadModels(await openMongo(double.url)),
      await openMongoReadModels(await openMongo(double.url)),
    ];
    let version = 0;
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
          version += 1;
          const collection = { ...NOTES, version };
          for (const node of nodes) await node.ensure(collection, []);
          const due = new Map<string, number>();
          let position = 0;
          for (const { fault, after, node, again, documents, removed } of steps) {
            position += 1;
            const writes = documents.map((n) =>
              write(`n${n}`, position, n === removed ? undefined : { position, by: node }),
            );
            for (const n of documents) due.set(`n${n}`, n === removed ? -position : position);
            const batch = {
              writes: [{ collection, writes }],
              checkpoints: [{ name: `c${version}`, position: BigInt(position) }],
            };
            if (fault) {
              double.faults.arm('update', { slow: 0 }, after);
              double.faults.arm('update', fault);
            }
            const late = {
              writes: [{ collection, writes: writes.map((one) => ({ ...one, position: 0n })) }],
              checkpoints: [],
            };
            await Promise.all([nodes[node]?.commit(batch), nodes[1 - node]?.commit(again ? batch : late)]);
            double.faults.clear();
          }
          const found = await nodes[0]?.loadMany(collection, [...due.keys()]);
          const stored = [...due.keys()].map((id): [string, number] => {
            const { position: at = 0n, document } = found?.get(id) ?? {};
            return [id, document ? Number(at) : -Number(at)];
          });
          expect(stored).toEqual([...due]);
          expect(await nodes[1]?.checkpoint(`c${version}`)).toBe(BigInt(position));
        }),
        { numRuns: 40, endOnFailure: true },
      );
    } finally {
      for (const node of nodes) await node.close();
      await double.stop();
    }
  });
});

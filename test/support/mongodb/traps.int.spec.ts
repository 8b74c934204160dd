import { openGridFsBlobs } from '../../../libs/blobs/src/index.js';
import {
  type CheckpointMove,
  type MongoReadModels,
  openMongo,
  openMongoReadModels,
  type Write,
} from '../../../libs/read-models/src/index.js';
import { write } from '../../../libs/read-models/test/contract/subject.js';
import { MongoDouble } from './double.js';
import type { Fault } from './faults.js';
import { type Fields, Int64 } from './wire.js';

const NOTES = { name: 'notes', version: 1 };
const DATABASE = 'garnitur';
const FAR = 2n ** 60n + 1n;
const OWNER = 'projection:notes@1';

describe('the MongoDB adapter in trouble', () => {
  let double: MongoDouble;
  let store: MongoReadModels;
  const open = async () => openMongoReadModels(await openMongo(double.url));
  beforeEach(async () => {
    double = await MongoDouble.start();
    store = await open();
    await store.ensure(NOTES, [['owner']]);
    await store.serve(NOTES);
  });
  afterEach(async () => {
    double.faults.clear();
    await store.close();
    await double.stop();
  });

  const commit = (writes: readonly Write[], ...checkpoints: CheckpointMove[]) =>
    store.commit({ writes: [{ collection: NOTES, writes }], checkpoints });
  const stored = (): Fields[] => double.server.collection(DATABASE, 'notes@1').find({}, { _id: 1 });
  const owners = () => stored().map(({ _id, owner }) => `${_id} ${owner}`);
  /** What is sent from now on. */
  const sent = () => {
    const commands: Fields[] = [];
    double.watch = ({ body }) => commands.push(body);
    return commands;
  };

  const faults: readonly (readonly [string, Fault])[] = [
    ['dropped before it is done', 'drop before'],
    ['dropped after it is done', 'drop after'],
    ['half-closed', 'half-close'],
    ['done twice', 'repeat'],
    ['refused by a server that leads no more', 'not primary'],
    ['not done by a majority in time', 'write concern'],
    ['slow', { slow: 100 }],
  ];

  describe.each(faults)('a connection that is %s', (_what, fault) => {
    it('costs no document and no checkpoint', async () => {
      await commit([write('a', 1, { owner: 'old' })]);
      for (const [at, writes] of [[write('b', 2, { owner: 'b' })], [write('a', 3, { owner: 'new' })]].entries()) {
        double.faults.arm('update', fault, 2);
        await commit(writes, { name: OWNER, position: BigInt(at + 2), fence: 1 });
        double.faults.clear();
      }
      expect(owners()).toEqual(['a new', 'b b']);
      expect(await store.checkpoint(OWNER)).toBe(3n);
    });

    it('leaves a lease with the node that has won it', async () => {
      for (const command of ['insert', 'update']) double.faults.arm(command, fault);
      const first = await store.leases.compareAndSet('lease:a', 0, { holder: 'one' });
      expect(first).toMatchObject({ version: 1, value: { holder: 'one' } });
      expect(await store.leases.compareAndSet('lease:a', 0, { holder: 'other' })).toBeUndefined();
      expect(await store.leases.compareAndSet('lease:a', 1, { holder: 'two' })).toMatchObject({ version: 2 });
      expect(await store.leases.read('lease:a')).toMatchObject({ version: 2, value: { holder: 'two' } });
    });

    it('loses, doubles and halves no blob', async () => {
      const mongo = await openMongo(double.url);
      const blobs = await openGridFsBlobs(mongo);
      const bytes = Uint8Array.from({ length: 1_000_000 }, (_, at) => at % 251);
      for (let nth = 1; nth <= 4; nth += 1) {
        double.faults.arm('update', 'slow' in Object(fault) ? fault : { slow: 1 }, nth - 1);
        double.faults.arm('update', fault);
        await blobs.put('cnv_1', `b${nth}`, bytes);
        double.faults.clear();
        expect(Buffer.compare((await blobs.get('cnv_1', `b${nth}`)) ?? Buffer.alloc(0), bytes)).toBe(0);
      }
      double.faults.arm('delete', fault);
      await blobs.removeAll('cnv_1');
      for (const collection of ['blobs.files', 'blobs.chunks'])
        expect(double.server.collection(DATABASE, collection).find({})).toEqual([]);
      await mongo.close();
    });
  });

  it('a request whose answer is lost is there once, and is taken once', async () => {
    for (const fault of ['drop before', 'drop after', 'half-close'] as const) {
      for (const command of ['insert', 'findAndModify', 'delete']) double.faults.arm(command, fault);
      const id = await store.adminRequests.submit({ kind: 'rebuild', name: 'notes', key: undefined });
      expect(await store.adminRequests.take()).toMatchObject({ id });
      expect(await store.adminRequests.take()).toBeUndefined();
      const open = await store.adminRequests.submit({ kind: 'rebuild', name: 'notes', key: undefined });
      expect(await store.adminRequests.withdraw(open)).toBe(true);
      double.faults.clear();
    }
  });

  it('E11000: of a document that another node puts between looking and inserting, the newer one stays', async () => {
    const rival = (position: bigint) => {
      let there = false;
      return () => {
        const document = { _id: `n${position}`, _position: new Int64(position), owner: 'rival' };
        if (!there) double.server.collection(DATABASE, 'notes@1').insert(document);
        there = true;
      };
    };
    double.faults.arm('update', { rival: rival(3n) });
    await commit([write('n3', 5, { owner: 'mine' }), write('x', 5, { owner: 'mine' })]);
    double.faults.arm('update', { rival: rival(9n) });
    await commit([write('n9', 5, { owner: 'mine' }), write('y', 5, { owner: 'mine' })]);
    expect(owners()).toEqual(['n3 mine', 'n9 rival', 'x mine', 'y mine']);
  });

  it('in one bulk, what is older is replaced, what is missing is put, and nothing else is touched', async () => {
    await commit([write('a', 5, { owner: 'a5' }), write('b', 5, { owner: 'b5' }), write('c', 5, undefined)]);
    const commands = sent();
    const writes = ['a', 'b', 'c', 'd'].map((id, at) => write(id, [4, 6, 5, 1][at] ?? 0, { owner: `${id} again` }));
    await commit(writes, { name: OWNER, position: 6n });
    expect(stored().map(({ _id, owner, _deleted }) => [_id, owner, _deleted !== undefined])).toEqual([
      ['a', 'a5', false],
      ['b', 'b again', false],
      ['c', undefined, true],
      ['d', 'd again', false],
    ]);
    const updates = commands.filter((body) => 'update' in body);
    expect(updates.map((body) => body.update)).toEqual(['notes@1', 'notes@1', '_checkpoints']);
    for (const body of updates) expect(body).toMatchObject({ ordered: false, writeConcern: { w: 'majority' } });
  });

  it('a fencing number that is overtaken between looking and moving moves no checkpoint', async () => {
    const mine = { name: OWNER, position: 7n, fence: 1 };
    await commit([], mine);
    const commands: Fields[] = [];
    double.watch = ({ body }) => {
      if (body.update === '_checkpoints' && commands.push(body) === 1)
        double.server
          .collection(DATABASE, '_checkpoints')
          .change({ filter: { _id: OWNER }, update: { $set: { fence: 2 } }, upsert: false, multi: false });
    };
    await expect(commit([], { ...mine, position: 8n })).rejects.toMatchObject({ name: 'StaleOwner' });
    expect(await store.checkpoint(OWNER)).toBe(7n);
  });

  it('positions are whole numbers of 64 bits on the server, in documents, checkpoints and parked events', async () => {
    const position = FAR;
    await commit([{ id: 'a', position, document: { owner: 'a' } }], { name: OWNER, position });
    await store.park({ name: 'notes@1', key: 'k', position, event_id: 'e', event_type: 'Told', error: 'no' });
    const raw = (name: string) => double.server.collection(DATABASE, name).find({})[0] ?? {};
    expect(raw('notes@1')._position).toEqual(new Int64(FAR));
    expect(raw('_checkpoints').position).toEqual(new Int64(FAR));
    expect(raw('_parked').positions).toEqual([new Int64(FAR)]);
    expect((await store.get('notes', 'a'))?.position).toBe(FAR);
    expect(await store.parkedPositions('notes@1', 'k')).toEqual([FAR]);
  });

  it('indexes that are there are not asked for again, only the missing ones', async () => {
    const commands = sent();
    await store.ensure(NOTES, [['owner']]);
    expect(commands.filter((body) => 'createIndexes' in body)).toEqual([]);
    await store.ensure(NOTES, [['owner'], ['owner', 'at']]);
    const [made, ...more] = commands.filter((body) => 'createIndexes' in body);
    expect(made).toMatchObject({ createIndexes: 'notes@1', indexes: [{ name: 'owner_1_at_1__id_1' }] });
    expect(more).toEqual([]);
  });
});

import { setTimeout as pause } from 'node:timers/promises';
import { openMongo } from '../../../libs/read-models/src/index.js';
import { eventually } from '../api.js';
import { MongoDouble } from './double.js';

/** What the driver keeps of a server (mongodb 7.8); it is public nowhere. */
interface Monitored {
  readonly monitor: { readonly connection: { readonly socket: { destroy(): void } }; requestCheck(): void };
  readonly pool: { clear(): void };
}

it('a client whose heartbeat was written to a socket that was gone finds its server again', async () => {
  const double = await MongoDouble.start();
  const mongo = await openMongo(double.url);
  const find = () => mongo.db.collection<{ _id: string }>('rows').findOne({ _id: 'a' });
  await find();
  const topology: { s: { servers: Map<string, Monitored> } } = Reflect.get(mongo.db.client, 'topology');
  const [server] = topology.s.servers.values();
  // Checks that follow each other closely are put off.
  await pause(400);
  server?.monitor.connection.socket.destroy();
  server?.monitor.requestCheck();
  server?.pool.clear();
  await expect(find()).rejects.toThrow('was cleared');
  await eventually(() =>
    find().then(
      () => true,
      () => false,
    ),
  );
  await mongo.close();
  await double.stop();
});

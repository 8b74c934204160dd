// The thread that brings the read models up to date. What it runs on and what it folds come by address.
import { parentPort, workerData } from 'node:worker_threads';
import type { EventSource } from '#libs/event-store';
import { releaseMemory } from '#libs/kernel';
import type { Projection, ReadModelStore } from '#libs/read-models';
import type { ProcessingLog } from '../log.js';
import type { Begin, ThreadModules } from './protocol.js';
import { logOver, serveProjector } from './serve-projector.js';

interface Opened {
  readonly events: EventSource;
  readonly readModels: ReadModelStore;
  close(): Promise<void>;
}

if (!parentPort) throw new Error('this is the program of a thread');
const modules: ThreadModules = workerData;
const { openReadSide }: { openReadSide(settings: unknown, log: ProcessingLog): Promise<Opened> } = await import(
  modules.stores
);
const { projections, unhurried }: { projections: readonly Projection[]; unhurried: readonly string[] } = await import(
  modules.projections
);
// Of loading, half as much as what is kept.
releaseMemory();
const port = parentPort;
const { settings, fence } = await new Promise<Begin>((resolve) => port.once('message', resolve));
// Else it would end here, since nothing listens to the port for a moment.
port.ref();
const { events, readModels: store, close } = await openReadSide(settings, logOver(port));
await serveProjector(port, { events, store, projections, unhurried, fence });
await close();
// A driver may have timers and sockets left.
process.exit();

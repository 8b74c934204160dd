import { EventEmitter } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import type { Projector, ProjectorOptions } from '../src/projector/projector.js';
import type { Question } from '../src/projector-thread/protocol.js';
import { serveProjector } from '../src/projector-thread/serve-projector.js';
import { type ProjectorThread, ThreadedProjector } from '../src/projector-thread/threaded-projector.js';

/** A thread's program at the other end of a channel, in this thread, so that it can have stores and folds of a test. */
export class ThreadDouble extends EventEmitter implements ProjectorThread {
  private readonly channel = new MessageChannel();
  private over = false;

  constructor(options: ProjectorOptions) {
    super();
    this.channel.port1.on('message', (reply) => this.emit('message', reply));
    serveProjector(this.channel.port2, options).then(
      () => this.end(),
      (error) => {
        this.emit('error', error);
        this.end();
      },
    );
  }

  postMessage(question: Question): void {
    this.channel.port1.postMessage(question);
  }

  /** Nothing of it is heard from then on. */
  async terminate(): Promise<void> {
    this.end();
  }

  private end(): void {
    if (this.over) return;
    this.over = true;
    // What was posted before is heard first.
    this.channel.port1.once('close', () => this.emit('exit'));
    this.channel.port2.close();
  }
}

export function threadedProjector(options: ProjectorOptions, startThread = () => new ThreadDouble(options)): Projector {
  const { projections, store, log, backoff } = options;
  const names = projections.map(({ name }) => name);
  return new ThreadedProjector({ names, store, startThread, ...(log && { log }), ...(backoff && { backoff }) });
}

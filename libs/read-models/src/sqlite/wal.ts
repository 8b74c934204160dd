import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { moduleAddress } from '#libs/kernel';

/** The thread that copies the write-ahead log back; without it, one commit in many would wait for two disk flushes. */
export class WalCopier {
  private constructor(private readonly worker: Worker) {}

  static start(path: string): WalCopier {
    const worker = new Worker(moduleAddress('read-models/src/sqlite/wal-worker'), {
      workerData: path,
      execArgv: [],
    });
    worker.unref();
    return new WalCopier(worker);
  }

  /** The error that ended it, should it die: the writer then has to copy by itself. */
  onError(handler: (error: Error) => void): void {
    this.worker.on('error', handler);
  }

  async stop(): Promise<void> {
    // The process may have nothing else left to wait for.
    this.worker.ref();
    const exited = once(this.worker, 'exit');
    this.worker.postMessage('stop');
    await exited;
  }
}

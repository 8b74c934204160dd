import { Inject, Injectable } from '@nestjs/common';
import {
  appendAnchor,
  EVENT_SOURCE,
  EVENT_STORE,
  type EventSource,
  type EventStore,
  HeadKey,
  HeadSigner,
  readAnchors,
  type SignedHead,
} from '#libs/event-store';
import { CLOCK, type Clock, INSTALLATION_KEY, type InstallationKey } from '#libs/kernel';
import {
  BackgroundProcess,
  PROCESSING_LOG,
  type ProcessingLog,
  type RunningJob,
  type SingletonJob,
  Supervisor,
} from '#libs/processing';

/** A head is signed after so many events, or so long after the last one when anything is new. */
const MAX_UNSIGNED_EVENTS = 10_000;
const MAX_UNSIGNED_MS = 5 * 60_000;

/** Path of the file outside the stores that heads are written to as well; undefined for none. */
export const ANCHOR_FILE = Symbol('AnchorFile');

/**
 * Signs heads of the whole log at intervals, and when this node stops: what is cut off or written anew before one of them
 * is found by `verify` (docs/auditing.md).
 */
@Injectable()
@BackgroundProcess('singleton')
export class LogHeads implements SingletonJob {
  readonly name = 'log-heads';
  private readonly key: HeadKey;

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(EVENT_SOURCE) private readonly source: EventSource,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(PROCESSING_LOG) private readonly log: ProcessingLog,
    @Inject(INSTALLATION_KEY) key: InstallationKey,
    @Inject(ANCHOR_FILE) private readonly anchorFile: string | undefined,
  ) {
    this.key = new HeadKey(key.derive('log-heads'));
  }

  async begin(): Promise<RunningJob> {
    const supervisor = new Supervisor({ log: this.log });
    supervisor.start({ name: this.name, run: (signal, healthy) => this.run(signal, healthy) });
    return { stop: (graceMs) => supervisor.stop(graceMs) };
  }

  private async run(signal: AbortSignal, healthy: () => void): Promise<'finished'> {
    const signer = await HeadSigner.resume(this.store, this.key);
    if (signer.last) await this.anchorAgain(signer.last);
    await this.follow(signer, signal, healthy);
    // What the node did last is signed too, also what its subscription has not brought yet.
    for await (const event of this.store.readAll({ after: signer.after })) signer.see(event);
    await this.sign(signer);
    return 'finished';
  }

  private async follow(signer: HeadSigner, stop: AbortSignal, healthy: () => void): Promise<void> {
    const failed = new AbortController();
    const signal = AbortSignal.any([stop, failed.signal]);
    let signing: Promise<void> | undefined;
    const sign = () => {
      signing ??= this.sign(signer)
        .then(healthy, (error: unknown) => failed.abort(error))
        .finally(() => {
          signing = undefined;
        });
      return signing;
    };
    const timer = setInterval(sign, MAX_UNSIGNED_MS);
    let first = signer.last === undefined;
    try {
      for await (const batch of this.source.subscribeAll({ after: signer.after, signal })) {
        if (batch.kind === 'events') for (const event of batch.events) signer.see(event);
        else signer.caughtUp(batch.position);
        // From the first head on no event without a key is accepted, so it is not waited for.
        const due = signer.unsigned >= MAX_UNSIGNED_EVENTS || (first && batch.kind === 'caught-up');
        if (!due || signer.unsigned === 0) continue;
        first = false;
        await sign();
      }
    } finally {
      clearInterval(timer);
      await signing;
    }
    failed.signal.throwIfAborted();
  }

  private async sign(signer: HeadSigner): Promise<void> {
    if (signer.unsigned === 0) return;
    const head = await signer.sign(this.clock.now());
    await this.anchor(head);
  }

  /** After a crash between the log and the file, or where the file was named only now. */
  private async anchorAgain(head: SignedHead): Promise<void> {
    if (this.anchorFile === undefined) return;
    const last = (await readAnchors(this.anchorFile).catch(() => [])).at(-1);
    if (last?.signature !== head.signature) await this.anchor(head);
  }

  /** A file that cannot be written stops nothing: the next head covers what this one does. */
  private async anchor(head: SignedHead): Promise<void> {
    if (this.anchorFile === undefined) return;
    await appendAnchor(this.anchorFile, head).catch((error: unknown) =>
      this.log.warn({ file: this.anchorFile, error: String(error) }, 'a signed head was not written to ANCHOR_FILE'),
    );
  }
}

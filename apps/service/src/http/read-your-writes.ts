import { Inject, Injectable, Logger } from '@nestjs/common';
import { READ_MODEL_PROGRESS, type ReadModelProgress } from '#libs/processing';

/** How long an answer waits for the read models to show what it stored, ms (design rule 7). */
const VISIBLE_WITHIN_MS = 2_000;

@Injectable()
export class ReadYourWrites {
  private readonly log = new Logger(ReadYourWrites.name);

  constructor(@Inject(READ_MODEL_PROGRESS) private readonly progress: Pick<ReadModelProgress, 'waitFor'>) {}

  /** Resolves once the read models show the position; after the bound the answer goes out as it is, with a log line. */
  async visible(position: bigint | undefined): Promise<void> {
    if (position === undefined || (await this.progress.waitFor(position, { timeoutMs: VISIBLE_WITHIN_MS }))) return;
    this.log.warn('an answer went out before the read models showed it');
  }
}

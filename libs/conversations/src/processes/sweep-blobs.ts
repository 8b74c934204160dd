import { Inject, Injectable } from '@nestjs/common';
import { BLOBS, type Blobs } from '#libs/blobs';
import { AGGREGATES, type Aggregates } from '#libs/event-store';
import { BackgroundProcess, type ScheduledTask } from '#libs/processing';
import { conversation, conversationStream } from '../domain/conversation.js';

/** A blob without a turn is left alone for so long, ms: its turn may be about to be queued. */
const UNREFERENCED_MS = 60 * 60_000;

interface BlobName {
  readonly owner: string;
  readonly name: string;
}

/** Blobs of deleted conversations, and unreferenced ones over an hour old (design section 7). */
@Injectable()
@BackgroundProcess('scheduled')
export class SweepBlobs implements ScheduledTask<BlobName> {
  readonly name = 'sweep-blobs';
  readonly everyMs = 15 * 60_000;
  readonly concurrency = 2;

  constructor(
    @Inject(AGGREGATES) private readonly aggregates: Aggregates,
    @Inject(BLOBS) private readonly blobs: Blobs,
  ) {}

  key({ owner, name }: BlobName): string {
    return `${owner}/${name}`;
  }

  async due(now: Date, limit: number): Promise<readonly BlobName[]> {
    const found: BlobName[] = [];
    for await (const { owner, name, modified } of this.blobs.list()) {
      if (found.length >= limit) break;
      if (now.getTime() - modified.getTime() > UNREFERENCED_MS && !(await this.isUsed({ owner, name })))
        found.push({ owner, name });
    }
    return found;
  }

  async run(blob: BlobName): Promise<void> {
    if (!(await this.isUsed(blob))) await this.blobs.remove(blob.owner, blob.name);
  }

  private async isUsed({ owner, name }: BlobName): Promise<boolean> {
    const { state } = await this.aggregates.load(conversationStream(owner), conversation);
    if (state.phase !== 'live' && state.phase !== 'expired') return false;
    return state.turns.some(({ images }) => images.some(({ digest }) => digest === name));
  }
}

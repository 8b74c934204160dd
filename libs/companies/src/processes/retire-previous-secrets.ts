import { Inject, Injectable } from '@nestjs/common';
import { BackgroundProcess, ClockMonitor, type ScheduledTask } from '#libs/processing';
import { READ_MODELS, type ReadModels } from '#libs/read-models';
import type { PartnerDocument } from '#projections';
import { Partners } from '../directory.js';

/**
 * Replaced webhook secrets whose time beside the new one is over. They sign nothing from that moment on; this takes them out
 * of what every node remembers of the partner.
 */
@Injectable()
@BackgroundProcess('scheduled')
export class RetirePreviousSecrets implements ScheduledTask<string> {
  readonly name = 'retire-previous-secrets';
  readonly everyMs = 60_000;

  constructor(
    @Inject(READ_MODELS) private readonly readModels: Pick<ReadModels, 'find'>,
    @Inject(Partners) private readonly partners: Pick<Partners, 'handle'>,
    @Inject(ClockMonitor) private readonly clock: Pick<ClockMonitor, 'isSettled' | 'now'>,
  ) {}

  key(partnerId: string): string {
    return partnerId;
  }

  async due(now: Date, limit: number): Promise<readonly string[]> {
    const where = { previous_secret_until: { lte: now.toISOString() } };
    const { documents } = await this.readModels.find<PartnerDocument>('partners', { where, limit });
    return documents.map(({ id }) => id);
  }

  /** By a clock that has jumped ahead nothing is retired: receivers that have not changed over would be cut off for good. */
  async run(partnerId: string): Promise<void> {
    const now = this.clock.now();
    if (!this.clock.isSettled()) return;
    const command = { type: 'RetirePreviousSecrets' as const, now };
    await this.partners.handle(partnerId, command, { actor: `saga:${this.name}` });
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { BackgroundProcess, type ScheduledTask } from '#libs/processing';
import { READ_MODELS, type ReadModels } from '#libs/read-models';
import type { ReservationDocument } from '#projections';
import { AbandonTurn } from '../commands/abandon-turn.js';

/** A reservation without a turn is looked into after this long, ms (design rule 6). */
const ORPHANED_AFTER_MS = 60_000;

/** Reservations that have had no turn for 60 s: their process died between the two, or its append had no known outcome. */
@Injectable()
@BackgroundProcess('scheduled')
export class ReleaseOrphanedReservations implements ScheduledTask<ReservationDocument> {
  readonly name = 'release-orphaned-reservations';
  readonly everyMs = 5_000;

  constructor(
    @Inject(READ_MODELS) private readonly readModels: ReadModels,
    private readonly commands: CommandBus,
  ) {}

  key({ turn_id }: ReservationDocument): string {
    return turn_id;
  }

  async due(now: Date, limit: number): Promise<readonly ReservationDocument[]> {
    const where = { reserved_at: { lte: new Date(now.getTime() - ORPHANED_AFTER_MS).toISOString() } };
    const { documents } = await this.readModels.find<ReservationDocument>('reservations', { where, limit });
    return documents.map(({ document }) => document);
  }

  async run(reservation: ReservationDocument): Promise<void> {
    await this.commands.execute(new AbandonTurn(reservation));
  }
}

import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { READ_MODELS, type ReadModels } from '#libs/read-models';
import type { SeatDocument } from '#projections';
import { Companies } from '../directory.js';

export interface ListedSeat {
  seat_id: number;
  title: string;
  /** How many cards lie there. */
  cards: number;
  created_at: string;
  revoked_at: string | null;
}

/** `seat list`, by number, revoked ones too; 404 where there is no such company. */
export class ListSeats extends Query<ListedSeat[]> {
  constructor(readonly company_id: string) {
    super();
  }
}

@QueryHandler(ListSeats)
export class ListSeatsHandler implements IQueryHandler<ListSeats> {
  constructor(
    @Inject(READ_MODELS) private readonly readModels: ReadModels,
    @Inject(Companies) private readonly companies: Companies,
  ) {}

  async execute({ company_id }: ListSeats): Promise<ListedSeat[]> {
    await this.companies.registered(company_id);
    const seats: ListedSeat[] = [];
    const query = { where: { company_id }, sort: [['seat_id', 'asc']] } as const;
    for await (const { document } of this.readModels.stream<SeatDocument>('seats', query)) {
      const { seat_id, title, cards, created_at, revoked_at } = document;
      seats.push({ seat_id, title, cards, created_at, revoked_at });
    }
    return seats;
  }
}

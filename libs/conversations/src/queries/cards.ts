import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { isId, notFound } from '#libs/kernel';
import { type Page, READ_MODELS, type ReadModels, type Stored } from '#libs/read-models';
import type { CardDocument, TurnDocument } from '#projections';
import type { OrderV1 } from '../events/order-v1.js';

/** A card whose order has arrived at its workplace. */
export interface PlacedCard extends CardDocument {
  readonly order: OrderV1;
  readonly placed_at: string;
}

export interface PageOfCards {
  readonly items: readonly PlacedCard[];
  readonly next: string | null;
}

/** What the workplaces of a company received, newest first; of one of them alone, where it is named. */
export class ListCards extends Query<PageOfCards> {
  constructor(
    readonly company_id: string,
    readonly seat_id: number | undefined,
    readonly page: { readonly limit: number; readonly after?: string | undefined },
  ) {
    super();
  }
}

@QueryHandler(ListCards)
export class ListCardsHandler implements IQueryHandler<ListCards> {
  constructor(@Inject(READ_MODELS) private readonly models: ReadModels) {}

  async execute({ company_id, seat_id, page: { limit, after } }: ListCards): Promise<PageOfCards> {
    const { documents, next }: Page<CardDocument> = await this.models.find<CardDocument>('cards', {
      // Those without the time have not arrived yet.
      where: { company_id, ...(seat_id === undefined ? {} : { seat_id }), placed_at: { gt: '' } },
      sort: [['placed_at', 'desc']],
      limit,
      ...(after === undefined ? {} : { after }),
    });
    return { items: documents.flatMap(({ document }) => placed(document) ?? []), next: next ?? null };
  }
}

/** A card, and what was said of it in short: the reply of the turn that it was handed off after, while that is there. */
export interface CardInFull extends PlacedCard {
  readonly summary: string | null;
}

/** One card of a company, and of a seat where one is given. `not_found`, also for another's. */
export class GetCard extends Query<CardInFull> {
  constructor(
    readonly card_id: string,
    readonly company_id: string,
    readonly seat_id?: number | undefined,
  ) {
    super();
  }
}

@QueryHandler(GetCard)
export class GetCardHandler implements IQueryHandler<GetCard> {
  constructor(@Inject(READ_MODELS) private readonly models: ReadModels) {}

  async execute({ card_id, company_id, seat_id }: GetCard): Promise<CardInFull> {
    const found = isId('crd', card_id) ? await this.models.get<CardDocument>('cards', card_id) : undefined;
    const card = found && placed(found.document);
    if (card?.company_id !== company_id || (seat_id !== undefined && card.seat_id !== seat_id))
      throw notFound(`card ${card_id.slice(0, 80)}`);
    return { ...card, summary: await this.noteOf(card) };
  }

  private async noteOf({ conversation_id, turn }: PlacedCard): Promise<string | null> {
    if (conversation_id === null) return null;
    const where = { conversation_id, turn };
    const { documents }: { readonly documents: readonly Stored<TurnDocument>[] } = await this.models.find<TurnDocument>(
      'turns',
      { where, limit: 1 },
    );
    const [turnOfCard] = documents;
    // An expired conversation is shown to nobody.
    return turnOfCard?.document.partner_id ? (turnOfCard.document.result?.note ?? null) : null;
  }
}

function placed(card: CardDocument): PlacedCard | undefined {
  const { order, placed_at } = card;
  return order && placed_at ? { ...card, order, placed_at } : undefined;
}

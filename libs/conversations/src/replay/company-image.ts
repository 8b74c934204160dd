import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { BLOBS, type Blobs } from '#libs/blobs';
import { isEventOf } from '#libs/event-store';
import { notFound } from '#libs/kernel';
import { conversationEvents, type ImageMime } from '../events/conversation-events.js';
import { CompanyConversations } from './company-conversation.js';

export interface CustomerImage {
  readonly mime: ImageMime;
  readonly bytes: Uint8Array;
}

/** An image that a customer sent, for the company's auditors: one that a turn of the conversation speaks of. */
export class GetCustomerImage extends Query<CustomerImage> {
  constructor(
    readonly conversation_id: string,
    readonly company_id: string,
    readonly digest: string,
  ) {
    super();
  }
}

@QueryHandler(GetCustomerImage)
export class GetCustomerImageHandler implements IQueryHandler<GetCustomerImage> {
  constructor(
    private readonly conversations: CompanyConversations,
    @Inject(BLOBS) private readonly blobs: Blobs,
  ) {}

  /** @throws {Problem} `not_found` */
  async execute({ conversation_id, company_id, digest }: GetCustomerImage): Promise<CustomerImage> {
    const stored = await this.conversations.load(conversation_id, company_id);
    const image = stored
      .flatMap((event) =>
        isEventOf(conversationEvents, event) && event.type === 'TurnQueued' ? event.data.images : [],
      )
      .find((one) => one.digest === digest);
    const bytes = image && (await this.blobs.get(conversation_id, image.digest));
    if (!bytes) throw notFound(`image ${digest.slice(0, 80)}`);
    return { mime: image.mime, bytes };
  }
}

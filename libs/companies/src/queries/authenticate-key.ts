import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { LRUCache } from 'lru-cache';
import { EVENT_STORE, type EventStore } from '#libs/event-store';
import { Problem } from '#libs/kernel';
import { READ_MODEL_PROGRESS, type ReadModelProgress } from '#libs/processing';
import { READ_MODELS, type ReadModels } from '#libs/read-models';
import type { KeyDocument } from '#projections';
import { Partners } from '../directory.js';
import { hashKey, isApiKey, validKey } from '../domain/partner.js';

/** Who asks. */
export interface Caller {
  partner_id: string;
  /** The account whose coins are used. */
  company_id: string;
  key_id: string;
  /** The partner-wide webhook address. */
  webhook_url: string | undefined;
}

/** The bearer of an API key; undefined where it is malformed, unknown or revoked (401). */
export class AuthenticateKey extends Query<Caller | undefined> {
  constructor(readonly api_key: string) {
    super();
  }
}

/** Whether a key has not been revoked since it was found valid; as late as events reach this node. */
export class IsKeyValid extends Query<boolean> {
  constructor(
    readonly partner_id: string,
    readonly key_id: string,
  ) {
    super();
  }
}

@QueryHandler(IsKeyValid)
export class IsKeyValidHandler implements IQueryHandler<IsKeyValid> {
  constructor(@Inject(Partners) private readonly partners: Partners) {}

  async execute({ partner_id, key_id }: IsKeyValid): Promise<boolean> {
    const state = await this.partners.find(partner_id);
    return state?.keys.some((key) => key.key_id === key_id && !key.revoked) ?? false;
  }
}

/** Keys whose owners are remembered: a key never changes its owner, so no request needs to ask twice. */
const MAX_OWNERS = 10_000;
/** How long a key that is not known is waited for while the read model of keys is behind, ms. */
const CAUGHT_UP_WITHIN_MS = 2_000;

/**
 * A key is found by read model and decided on its partner's stream, which is read again before a refusal: the model may
 * trail and still know a key that has been revoked, or not yet know one that was just issued (design rule 1).
 */
@QueryHandler(AuthenticateKey)
export class AuthenticateKeyHandler implements IQueryHandler<AuthenticateKey> {
  private readonly owners = new LRUCache<string, string>({ max: MAX_OWNERS });

  constructor(
    @Inject(READ_MODELS) private readonly readModels: ReadModels,
    @Inject(Partners) private readonly partners: Partners,
    @Inject(EVENT_STORE) private readonly events: Pick<EventStore, 'head'>,
    @Inject(READ_MODEL_PROGRESS) private readonly progress: Pick<ReadModelProgress, 'waitFor'>,
  ) {}

  /** @throws {Problem} `unavailable` where the key is unknown to a read model that is behind. */
  async execute({ api_key }: AuthenticateKey): Promise<Caller | undefined> {
    if (!isApiKey(api_key)) return undefined;
    const key_hash = hashKey(api_key);
    const owner = this.owners.get(key_hash) ?? (await this.find(key_hash)) ?? (await this.findCaughtUp(key_hash));
    if (owner === undefined) return undefined;
    for (const fresh of [false, true]) {
      const state = await this.partners.find(owner, { fresh });
      const key = state && validKey(state, key_hash);
      if (key)
        return { partner_id: owner, company_id: state.company_id, key_id: key.key_id, webhook_url: state.webhook_url };
    }
    return undefined;
  }

  private async find(key_hash: string): Promise<string | undefined> {
    const { documents } = await this.readModels.find<KeyDocument>('keys', { where: { key_hash }, limit: 1 });
    const owner = documents[0]?.document.partner_id;
    if (owner === undefined) return undefined;
    this.owners.set(key_hash, owner);
    return owner;
  }

  private async findCaughtUp(key_hash: string): Promise<string | undefined> {
    const options = { names: ['keys'], timeoutMs: CAUGHT_UP_WITHIN_MS };
    const current = await this.progress.waitFor(await this.events.head(), options);
    const owner = await this.find(key_hash);
    if (owner === undefined && !current)
      throw new Problem('unavailable', 'the API key cannot be looked up at the moment: repeat the request');
    return owner;
  }
}

import type { ServerResponse } from 'node:http';
import { Get, type OnModuleDestroy, Req, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AuthenticateSession, GetBalance } from '#libs/companies';
import { type TurnEvent, TurnFeed } from '#libs/conversations';
import { rateLimited } from '#libs/kernel';
import { beginStream, KEEP_ALIVE_MS, keepStream } from '../http/controllers/turn-events.controller.js';
import { LongLived } from '../http/guards.js';
import { credentialOf } from './cookie.js';
import { CabinetController, Roles, Session } from './guard.js';

/** How often the session and the balance are looked at, ms. */
const LOOK_EVERY_MS = 1_000;
/** Open streams of one company on this node. */
const MAX_STREAMS = 64;

const STATES = {
  TurnQueued: 'queued',
  TurnStarted: 'running',
  AttemptChecked: 'running',
  TurnCompleted: 'done',
  TurnStopped: 'stopped',
  TurnFailed: 'failed',
} as const;

/** What moves while somebody looks: turns of the company, its balance. Server-sent events, as long as the session lasts. */
@CabinetController('live')
export class LiveController implements OnModuleDestroy {
  private readonly open = new Map<ServerResponse, string>();

  constructor(
    private readonly queries: QueryBus,
    private readonly feed: TurnFeed,
  ) {}

  @Get()
  @LongLived()
  @Roles(['owner', 'auditor'])
  live(@Session() { company_id }: Session, @Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    this.refuseBeyond(company_id);
    const stream = beginStream(request, reply);
    this.open.set(stream, company_id);
    const unlisten = this.feed.onAny((event) => {
      if (event.metadata.company_id === company_id) send(stream, 'turn', turnOf(event));
    });
    const balance = this.balanceOf(company_id, stream);
    const look = () => void this.look(request.headers.cookie, stream).then(balance);
    look();
    const looks = setInterval(look, LOOK_EVERY_MS);
    const keepAlive = setInterval(() => keepStream(stream), KEEP_ALIVE_MS);
    stream.once('close', () => {
      clearInterval(looks);
      clearInterval(keepAlive);
      unlisten();
      this.open.delete(stream);
    });
  }

  /** Open streams end when the service stops; browsers come again by themselves. */
  onModuleDestroy(): void {
    for (const stream of this.open.keys()) stream.end();
  }

  /** @throws {Problem} `rate_limited` */
  private refuseBeyond(companyId: string): void {
    const open = [...this.open.values()].filter((one) => one === companyId).length;
    if (open < MAX_STREAMS) return;
    const limit = { policy: 'event-streams', limit: MAX_STREAMS, retry_after_s: 1 };
    throw rateLimited(`more than ${MAX_STREAMS} open event streams`, limit);
  }

  private async look(cookies: string | undefined, stream: ServerResponse): Promise<void> {
    const credential = credentialOf(cookies) ?? '';
    // A store that is out of reach says nothing about the session.
    const session = await this.queries.execute(new AuthenticateSession(credential)).catch(() => 'unknown');
    if (!session) stream.end();
  }

  /** Tells the balance where it is another than the one that was told before. */
  private balanceOf(companyId: string, stream: ServerResponse): () => Promise<void> {
    let told = '';
    return async () => {
      const balance = await this.queries.execute(new GetBalance(companyId)).catch(() => undefined);
      const text = JSON.stringify(balance);
      if (balance === undefined || text === told) return;
      told = text;
      send(stream, 'balance', balance);
    };
  }
}

function turnOf({ type, data: { turn_id }, metadata }: TurnEvent) {
  const { conversation_id = null } = metadata;
  return { turn_id, conversation_id, state: STATES[type] };
}

function send(stream: ServerResponse, name: string, data: object): void {
  if (!stream.writableEnded) stream.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
}

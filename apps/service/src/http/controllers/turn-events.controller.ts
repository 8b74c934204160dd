import type { ServerResponse } from 'node:http';
import { Controller, Get, Headers, type OnModuleDestroy, Param, Req, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiBearerAuth, ApiHeader, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { IsKeyValid } from '#libs/companies';
import { FollowTurn } from '#libs/conversations';
import { rateLimited } from '#libs/kernel';
import { Caller, LongLived } from '../guards.js';
import { requestIdOf } from '../server.js';

/** A comment line keeps proxies from closing a stream in which nothing happens, ms. */
export const KEEP_ALIVE_MS = 15_000;
/** How often it is looked whether a stream's caller is still let in, ms. */
const KEY_CHECK_MS = 1_000;
/** Open streams of one partner on this node. */
const MAX_STREAMS = 256;

/** `GET /v1/turns/{id}/events` (contract.md): server-sent events until the turn has ended. */
@ApiTags('turns')
@ApiBearerAuth()
@Controller('v1/turns/:id/events')
export class TurnEventsController implements OnModuleDestroy {
  /** Open streams end when the service stops; their readers resume elsewhere by Last-Event-ID. */
  private readonly stopping = new AbortController();
  private readonly openStreams = new Map<string, number>();

  constructor(protected readonly queries: QueryBus) {}

  @Get()
  @LongLived()
  @ApiHeader({ name: 'Last-Event-ID', required: false, description: 'The `id` of the last event that was read' })
  @ApiOperation({
    summary:
      'Server-sent events: queued, running, attempt, done | stopped | failed | deleted; resumes by Last-Event-ID',
  })
  async events(
    @Param('id') id: string,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Caller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const { partner_id } = caller;
    this.count(partner_id, 1);
    const gone = new AbortController();
    reply.raw.once('close', () => {
      gone.abort();
      this.count(partner_id, -1);
    });
    const over = AbortSignal.any([gone.signal, this.stopping.signal]);
    const steps = await this.queries.execute(new FollowTurn(id, partner_id, revisionOf(lastEventId), over));
    const raw = beginStream(request, reply);
    const keepAlive = setInterval(() => keepStream(raw), KEEP_ALIVE_MS);
    const keyCheck = setInterval(() => void this.endWithCaller(caller, request, gone), KEY_CHECK_MS);
    try {
      for await (const { revision, name, data } of steps)
        raw.write(`id: ${revision}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
    } catch (error) {
      if (!over.aborted)
        request.log.warn({ err: error }, 'an event stream broke off; its reader resumes by Last-Event-ID');
    } finally {
      clearInterval(keepAlive);
      clearInterval(keyCheck);
      raw.end();
    }
  }

  onModuleDestroy(): void {
    this.stopping.abort();
  }

  /** @throws {Problem} `rate_limited` */
  private count(partnerId: string, change: 1 | -1): void {
    const open = (this.openStreams.get(partnerId) ?? 0) + change;
    if (open > MAX_STREAMS)
      throw rateLimited(`more than ${MAX_STREAMS} open event streams`, {
        policy: 'event-streams',
        limit: MAX_STREAMS,
        retry_after_s: 1,
      });
    if (open > 0) this.openStreams.set(partnerId, open);
    else this.openStreams.delete(partnerId);
  }

  /** Whether the key that the stream was opened by still opens. */
  protected mayGoOn({ partner_id, key_id = '' }: Caller, _request: FastifyRequest): Promise<boolean> {
    return this.queries.execute(new IsKeyValid(partner_id, key_id));
  }

  private async endWithCaller(caller: Caller, request: FastifyRequest, stream: AbortController): Promise<void> {
    // A store that is out of reach says nothing about the caller.
    if (!(await this.mayGoOn(caller, request).catch(() => true))) stream.abort();
  }
}

/** The answer from here on is written by whoever asks for this. */
export function beginStream(request: FastifyRequest, reply: FastifyReply): ServerResponse {
  reply.hijack();
  const { raw } = reply;
  return raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-request-id': requestIdOf(request),
  });
}

/** A reader that has not even taken the last line is not waited for: each write would count as a sign of life. */
export function keepStream(stream: ServerResponse): void {
  if (stream.writableLength > 0) stream.destroy();
  else stream.write(': still here\n\n');
}

/** From the beginning where the header is no revision. */
function revisionOf(lastEventId: string | undefined): number {
  return lastEventId !== undefined && /^\d{1,9}$/.test(lastEventId) ? Number(lastEventId) : -1;
}

import { Controller, Get, Inject, type OnModuleDestroy, Param, Req, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { conversationStream, TURN_TYPES, type TurnEvent, TurnFeed } from '#libs/conversations';
import { EVENT_STORE, type EventStore, typed } from '#libs/event-store';
import { ReadSide } from '../read-side.js';
import { callerOf } from '../request.js';
import { turnView } from '../views.js';
import { VISIBILITY, type Visibility } from '../visibility.js';

/** A line without meaning keeps proxies from closing a quiet stream, ms. */
const KEEP_ALIVE_MS = 15_000;

/** `GET /v1/turns/{id}/events` (contract.md): server-sent events until the turn has ended. */
@ApiTags('turns')
@ApiBearerAuth()
@Controller('v1/turns/:id/events')
export class TurnEventsController implements OnModuleDestroy {
  /** Open streams end when the service stops; their readers resume elsewhere by Last-Event-ID. */
  private readonly stopping = new AbortController();

  constructor(
    private readonly reads: ReadSide,
    private readonly feed: TurnFeed,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(VISIBILITY) private readonly visibility: Visibility,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'Server-sent events: queued, running, attempt, done | stopped | failed; resumes by Last-Event-ID',
  })
  async events(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const { partner_id } = callerOf(request);
    const turn = await this.reads.turn(id, partner_id);
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-request-id': request.id,
    });
    const gone = new AbortController();
    raw.on('close', () => gone.abort());
    const over = AbortSignal.any([gone.signal, this.stopping.signal]);
    const keepAlive = setInterval(() => raw.write(': still here\n\n'), KEEP_ALIVE_MS);
    try {
      for await (const event of this.lifeOf(turn.conversation_id, id, lastSeen(request), over)) {
        if (ended(event)) await this.visibility.visible(event.position);
        raw.write(message(event, ended(event) ? turnView(await this.reads.turn(id, partner_id)) : { id }));
      }
    } catch (error) {
      if (!over.aborted)
        request.log.warn({ err: error }, 'an event stream broke off; its reader resumes by Last-Event-ID');
    } finally {
      clearInterval(keepAlive);
      raw.end();
    }
  }

  onModuleDestroy(): void {
    this.stopping.abort();
  }

  /** History, then live, without gap or repeat: listening begins before the stream is read. */
  private async *lifeOf(
    conversationId: string,
    turnId: string,
    after: number,
    signal: AbortSignal,
  ): AsyncGenerator<TurnEvent> {
    const live: TurnEvent[] = [];
    let wake: () => void = () => undefined;
    const unlisten = this.feed.onTurn(turnId, (event) => {
      live.push(event);
      wake();
    });
    signal.addEventListener('abort', () => wake());
    try {
      let seen = -1;
      // From the start also for who has seen it all: a turn that has ended has no event to come, and the stream must end.
      for await (const recorded of this.store.read(conversationStream(conversationId))) {
        const event = typed<TurnEvent>(recorded);
        if (!TURN_TYPES.includes(event.type) || event.data.turn_id !== turnId) continue;
        seen = event.revision;
        if (event.revision > after) yield event;
        if (ended(event)) return;
      }
      while (!signal.aborted) {
        const event = live.shift();
        if (!event) {
          await new Promise<void>((resolve) => {
            wake = resolve;
            if (live.length > 0 || signal.aborted) resolve();
          });
        } else if (event.revision > seen) {
          seen = event.revision;
          yield event;
          if (ended(event)) return;
        }
      }
    } finally {
      unlisten();
    }
  }
}

function ended({ type }: TurnEvent): boolean {
  return type === 'TurnCompleted' || type === 'TurnStopped' || type === 'TurnFailed';
}

const NAMES = {
  TurnQueued: 'queued',
  TurnStarted: 'running',
  AttemptChecked: 'attempt',
  TurnCompleted: 'done',
  TurnStopped: 'stopped',
  TurnFailed: 'failed',
} as const;

function message(event: TurnEvent, turn: object): string {
  const data =
    event.type === 'AttemptChecked'
      ? { ...turn, attempt: event.data.attempt, findings: event.data.findings.length }
      : turn;
  return `id: ${event.revision}\nevent: ${NAMES[event.type]}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Revision after which the reader wants to go on; from the beginning where it says nothing usable. */
function lastSeen(request: FastifyRequest): number {
  const header = request.headers['last-event-id'];
  return typeof header === 'string' && /^\d{1,9}$/.test(header) ? Number(header) : -1;
}

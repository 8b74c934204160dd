import { Inject } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { type CommandContext, withMetadata } from '#libs/event-store';
import { CLOCK, type Clock, eventId, rateLimited, uuidv7 } from '#libs/kernel';
import { ScheduleWebhook } from './schedule-webhook.js';

/** Pings that a partner may send through one node. */
const LIMIT = { points: 10, duration: 60 };

/** `POST /v1/webhooks/test`: a signed `ping` to the partner-wide address, through the same delivery as every outcome. */
export class SendPing extends Command<{ event_id: string; position: bigint | undefined }> {
  constructor(
    readonly to: { readonly partner_id: string; readonly company_id: string; readonly address: string },
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(SendPing)
export class SendPingHandler implements ICommandHandler<SendPing> {
  private readonly limiter = new RateLimiterMemory(LIMIT);

  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly commands: CommandBus,
  ) {}

  /** @throws {Problem} `rate_limited` */
  async execute({ to: { partner_id, company_id, address }, context }: SendPing) {
    await this.limiter.consume(partner_id).catch(refuse);
    const at = this.clock.now().toISOString();
    const event_id = eventId(uuidv7());
    const body = JSON.stringify({ id: event_id, event: 'ping', at });
    const owned = withMetadata(context, { partner_id, company_id });
    const webhook = { event_id, event: 'ping', partner_id, address, body, due_at: at };
    const { position } = await this.commands.execute(new ScheduleWebhook(webhook, owned));
    return { event_id, position };
  }
}

function refuse(reason: unknown): never {
  if (!(reason instanceof RateLimiterRes)) throw reason;
  const { points: limit, duration: window_s } = LIMIT;
  const retry_after_s = Math.ceil(reason.msBeforeNext / 1_000);
  throw rateLimited(`more than ${limit} pings a minute`, { policy: 'pings', limit, window_s, retry_after_s });
}

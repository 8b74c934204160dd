import type { FastifyRequest } from 'fastify';
import { AuthenticateSession } from '#libs/companies';
import { ConversationsController } from '../http/controllers/conversations.controller.js';
import { OrdersController } from '../http/controllers/orders.controller.js';
import { TurnEventsController } from '../http/controllers/turn-events.controller.js';
import { TurnsController } from '../http/controllers/turns.controller.js';
import type { Caller } from '../http/guards.js';
import { credentialOf } from './cookie.js';
import { TryController } from './guard.js';

// *Try it*: conversations, turns and orders of `/v1` as they are, for an owner's session in the place of a key. The page uses
// the client that partners use, and a change of the API is at once one of the page.

@TryController('/conversations')
class TryConversationsController extends ConversationsController {}

@TryController('')
class TryTurnsController extends TurnsController {}

@TryController('/conversations/:id')
class TryOrdersController extends OrdersController {}

@TryController('/turns/:id/events')
class TryTurnEventsController extends TurnEventsController {
  /** As long as the session lasts. */
  protected override async mayGoOn(_caller: Caller, { headers }: FastifyRequest): Promise<boolean> {
    const session = await this.queries.execute(new AuthenticateSession(credentialOf(headers.cookie) ?? ''));
    return session !== undefined;
  }
}

export const TRY_IT = [TryConversationsController, TryTurnsController, TryOrdersController, TryTurnEventsController];

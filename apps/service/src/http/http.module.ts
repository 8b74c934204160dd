import { All, Controller, type DynamicModule, Module, type Type } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ApiExcludeController } from '@nestjs/swagger';
import { Problem } from '#libs/kernel';
import { CabinetModule } from '../cabinet/cabinet.module.js';
import { CabinetGuard } from '../cabinet/guard.js';
import { HEALTH, type Health } from '../health.js';
import { METRICS, type Metrics } from '../metrics.js';
import { AccountController } from './controllers/account.controller.js';
import { ConversationsController } from './controllers/conversations.controller.js';
import { HealthController } from './controllers/health.controller.js';
import { LinksController } from './controllers/links.controller.js';
import { MetricsController } from './controllers/metrics.controller.js';
import { OrdersController } from './controllers/orders.controller.js';
import { TurnEventsController } from './controllers/turn-events.controller.js';
import { TurnsController } from './controllers/turns.controller.js';
import { InputValidation } from './dto/validation.js';
import { AnyQuery, ApiKeyGuard, InputGuard, OwnedConversationGuard, Public } from './guards.js';
import { AdmissionControl, BodyMemory, RequestRates } from './limits.js';
import { LINKS, type Links } from './links.js';
import { OrderViews } from './order-views.js';
import { Pictures } from './pictures.js';
import { ReadYourWrites } from './read-your-writes.js';
import { OrdersOfTurns } from './shown-order.js';
import { AssetsController } from './viewer.js';

/** What only the HTTP edge needs. */
export interface HttpParts {
  readonly core: DynamicModule;
  readonly links: Links;
  readonly metrics: Metrics;
  readonly health: Health;
  /** RATE_LIMIT: requests a second of one partner. */
  readonly requestsPerSecond: number;
}

/** 503, not 404: what is asked for may well exist; a balancer tries another node, a partner comes again. */
@ApiExcludeController()
@Public()
@Controller()
class NoApiController {
  @AnyQuery()
  @All('*')
  refuse(): never {
    throw new Problem('unavailable', 'this node is a worker and serves no API: ask a node with ROLE=api or ROLE=all');
  }
}

export const API = [
  AccountController,
  AssetsController,
  ConversationsController,
  HealthController,
  LinksController,
  MetricsController,
  OrdersController,
  TurnEventsController,
  TurnsController,
];
/** What a worker answers: its health and its metrics. */
const WORKER = [HealthController, MetricsController, NoApiController];

/** The HTTP edge: one controller a resource, over the command and query buses. */
@Module({})
export class HttpModule {
  static forApi(parts: HttpParts): DynamicModule {
    return withControllers(API, parts, [CabinetModule]);
  }

  static forWorker(parts: HttpParts): DynamicModule {
    return withControllers(WORKER, parts);
  }
}

function withControllers(
  controllers: Type[],
  { core, links, metrics, health, requestsPerSecond }: HttpParts,
  screens: Type[] = [],
): DynamicModule {
  return {
    module: HttpModule,
    // For the screens of the cabinet, which use what this module provides.
    global: true,
    imports: [core, ...screens],
    exports: [
      AdmissionControl,
      InputValidation,
      LINKS,
      OrdersOfTurns,
      OrderViews,
      Pictures,
      ReadYourWrites,
      RequestRates,
    ],
    controllers,
    providers: [
      // In the order of contract.md's checks: 401, 404, 400.
      { provide: APP_GUARD, useClass: ApiKeyGuard },
      { provide: APP_GUARD, useClass: CabinetGuard },
      { provide: APP_GUARD, useClass: OwnedConversationGuard },
      { provide: APP_GUARD, useClass: InputGuard },
      InputValidation,
      AdmissionControl,
      BodyMemory,
      OrdersOfTurns,
      OrderViews,
      Pictures,
      { provide: RequestRates, useValue: new RequestRates(requestsPerSecond) },
      ReadYourWrites,
      { provide: LINKS, useValue: links },
      { provide: METRICS, useValue: metrics },
      { provide: HEALTH, useValue: health },
    ],
  };
}

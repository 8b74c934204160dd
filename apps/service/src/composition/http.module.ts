import { type DynamicModule, Module } from '@nestjs/common';
import { AccountController } from '../http/controllers/account.controller.js';
import { ConversationsController } from '../http/controllers/conversations.controller.js';
import { HealthController } from '../http/controllers/health.controller.js';
import { LinksController } from '../http/controllers/links.controller.js';
import { MetricsController } from '../http/controllers/metrics.controller.js';
import { OrdersController } from '../http/controllers/orders.controller.js';
import { TurnEventsController } from '../http/controllers/turn-events.controller.js';
import { TurnsController } from '../http/controllers/turns.controller.js';
import { LINKS, type Links } from '../http/links.js';
import { METRICS, type Metrics } from '../http/metrics.js';
import { ReadSide } from '../http/read-side.js';
import { VISIBILITY, type Visibility } from '../http/visibility.js';

/** What only the HTTP edge needs. */
export interface EdgeParts {
  readonly core: DynamicModule;
  readonly links: Links;
  readonly visibility: Visibility;
  readonly metrics: Metrics;
}

/** The HTTP edge: one controller a resource, all of it over the buses and the read models. */
@Module({})
export class HttpModule {
  static with({ core, links, visibility, metrics }: EdgeParts): DynamicModule {
    return {
      module: HttpModule,
      imports: [core],
      controllers: [
        AccountController,
        ConversationsController,
        HealthController,
        LinksController,
        MetricsController,
        OrdersController,
        TurnEventsController,
        TurnsController,
      ],
      providers: [
        ReadSide,
        { provide: LINKS, useValue: links },
        { provide: VISIBILITY, useValue: visibility },
        { provide: METRICS, useValue: metrics },
      ],
    };
  }
}

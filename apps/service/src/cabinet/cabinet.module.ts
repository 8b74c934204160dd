import { Module } from '@nestjs/common';
import { AnalysisController } from './analysis.controller.js';
import { BalanceController } from './balance.controller.js';
import { CardsController } from './cards.controller.js';
import { ConsoleFiles } from './console/console-files.js';
import { PageController } from './console/page.controller.js';
import { ConversationsController } from './conversations.controller.js';
import { DeliveriesController } from './deliveries.controller.js';
import { LiveController } from './live.controller.js';
import { PartnersController } from './partners.controller.js';
import { SeatsController } from './seats.controller.js';
import { SessionController } from './session.controller.js';
import { TRY_IT } from './try.controllers.js';

/**
 * What the web console stands on: a controller a screen, over the command and query buses. Limits, links and pictures are
 * those of the HTTP edge, whose guards also let people in (`CabinetGuard`).
 */
@Module({
  controllers: [
    AnalysisController,
    BalanceController,
    CardsController,
    ConversationsController,
    DeliveriesController,
    LiveController,
    PageController,
    PartnersController,
    SeatsController,
    SessionController,
    ...TRY_IT,
  ],
  providers: [{ provide: ConsoleFiles, useValue: new ConsoleFiles() }],
})
export class CabinetModule {}

import { Module } from '@nestjs/common';
import { PageController } from './page.controller.js';
import { SessionController } from './session.controller.js';

/**
 * What the web console stands on: a controller a screen, over the command and query buses. Limits, links and pictures are
 * those of the HTTP edge, whose guards also let people in (`CabinetGuard`).
 */
@Module({ controllers: [PageController, SessionController] })
export class CabinetModule {}

import { All, Controller, type DynamicModule, Module } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Problem } from '#libs/kernel';
import { HealthController } from '../http/controllers/health.controller.js';
import { MetricsController } from '../http/controllers/metrics.controller.js';
import { METRICS, type Metrics } from '../http/metrics.js';

/** 503, not 404: what is asked for may well exist; a balancer tries another node, a partner comes again. */
@ApiExcludeController()
@Controller()
class NoApiController {
  @All('*')
  refuse(): never {
    throw new Problem('unavailable', 'this node is a worker and serves no API: ask a node with ROLE=api or ROLE=all');
  }
}

/** What a worker answers: its health and its metrics. */
@Module({})
export class WorkerHttpModule {
  static with({ core, metrics }: { readonly core: DynamicModule; readonly metrics: Metrics }): DynamicModule {
    return {
      module: WorkerHttpModule,
      imports: [core],
      controllers: [HealthController, MetricsController, NoApiController],
      providers: [{ provide: METRICS, useValue: metrics }],
    };
  }
}

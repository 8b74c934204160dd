import { Get, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { findModule } from '#contracts/furniture';
import { GetAnalysis } from '#libs/coins';
import { InputValidation } from '../http/dto/validation.js';
import { CabinetController, Roles, Session } from './guard.js';
import { AnalysisQuery } from './input.js';

/** How well it works: turns by day and outcome, attempts, times, tokens, costs, coins, findings, modules, leads. */
@CabinetController('analysis')
export class AnalysisController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @Roles(['owner', 'auditor'])
  async analysis(@Query(InputValidation) query: AnalysisQuery, @Session() { company_id }: Session) {
    const { modules, ...analysis } = await this.queries.execute(new GetAnalysis(company_id, query));
    const titled = modules.map(({ code, count }) => ({ code, title: findModule(code)?.title ?? code, count }));
    return { ok: true, analysis: { ...analysis, modules: titled } };
  }
}

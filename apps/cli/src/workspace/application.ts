import { NestFactory } from '@nestjs/core';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { newId, systemClock } from '#libs/kernel';
import { Computing, CoreModule, chooseAssistant, installationKey, settingsOf, VERSION } from '#libs/platform';
import { Cluster, createReadModelProgress, LocalJobs, silent } from '#libs/processing';
import { projections } from '#projections';
import type { Buses } from './buses.js';
import { inWorkspace, type Workspace } from './workspace.js';

export function withBuses<Result>(work: (buses: Buses) => Promise<Result>): Promise<Result> {
  return inWorkspace(async (workspace) => {
    const app = await NestFactory.createApplicationContext(await coreOf(workspace), {
      logger: false,
      abortOnError: false,
    });
    const commands = app.get(CommandBus);
    const queries = app.get(QueryBus);
    try {
      return await work({
        environment: workspace.environment,
        async write(make) {
          const done = await commands.execute(make({ actor: 'cli', correlationId: newId('req') }));
          await workspace.shown(done.position);
          return done;
        },
        ask: (query) => queries.execute(query),
      });
    } finally {
      await app.close();
    }
  });
}

/** As in the service, but that a command has no jobs: its node is none of the cluster's. */
async function coreOf(workspace: Workspace) {
  const { environment, stores } = workspace;
  const { events, readModels: store } = stores;
  const settings = settingsOf(environment);
  const stored = createReadModelProgress({ events, store, projections, local: new LocalJobs() });
  const self = { id: settings.conversations.nodeId, role: 'api' as const, version: VERSION };
  return CoreModule.with({
    stores,
    source: events,
    progress: {
      waitFor: (position, { timeoutMs } = {}) => workspace.showing(position, timeoutMs),
      allPast: (position, options) => stored.allPast(position, options),
    },
    cluster: new Cluster({ self, leases: store.leases }).nodes,
    clock: systemClock,
    installationKey: installationKey(environment),
    log: silent,
    anchorFile: environment.anchorFile,
    assistant: await chooseAssistant(environment),
    computing: new Computing(environment.turnCpuBudgetMs),
    ...settings,
  });
}

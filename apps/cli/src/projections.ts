import type { JsonObject } from '#libs/kernel';
import { checkpointOfSaga, requestService } from '#libs/processing';
import type { AdminRequestKind } from '#libs/read-models';
import { projections } from '#projections';
import { Failure } from './errors.js';
import type { LocalProjector } from './workspace/local-projector.js';
import type { Workspace } from './workspace/workspace.js';

/** How long the service, or a worker, may take to pick a request up, ms. */
const TAKEN_MS = 2_000;
const ROUNDS = 5;

/** @throws {Failure} where there is no such read model. */
export async function rebuild(workspace: Workspace, name: string): Promise<JsonObject> {
  if (!isReadModel(name)) throw new Failure(`no read model is called ${name}; there are ${names()}`);
  return carriedOut(workspace, { kind: 'rebuild', name, key: undefined }, async ({ projector }) => {
    const { events, ms } = await projector.rebuild(name);
    return { name, events, ms };
  });
}

/** @throws {Failure} where there is no such read model or saga; a saga's events only a running service can retry. */
export async function retry(workspace: Workspace, name: string, key: string | undefined): Promise<JsonObject> {
  const request = { kind: 'retry' as const, name, key };
  const { readModels } = workspace.stores;
  const known = isReadModel(name) || (await readModels.checkpoint(checkpointOfSaga(name))) !== undefined;
  if (!known) throw new Failure(`no read model or saga is called ${name}; read models: ${names()}`);
  return carriedOut(workspace, request, async ({ projector }) => {
    if (!isReadModel(name)) throw new Failure(`${name} is a saga: a running service retries its events`);
    const { retried, left } = await projector.retry(name, key);
    return { name, retried, left };
  });
}

/** By the running service, if there is one; else by this command, which then holds the data folder's lock. */
async function carriedOut(
  workspace: Workspace,
  request: { readonly kind: AdminRequestKind; readonly name: string; readonly key: string | undefined },
  here: (projector: LocalProjector) => Promise<JsonObject>,
): Promise<JsonObject> {
  for (let round = 0; round < ROUNDS; round++) {
    const projector = await workspace.take();
    if (projector) return here(projector);
    const answer = await requestService(workspace.stores.readModels.adminRequests, request, {
      takenMs: TAKEN_MS,
    }).catch(refused);
    if (answer) return answer;
  }
  const { shared, dataDir } = workspace.environment;
  const who = shared ? 'no worker on these stores took' : `whoever keeps ${dataDir} did not take`;
  throw new Failure(`${who} the request in ${(ROUNDS * TAKEN_MS) / 1000} s`);
}

/** The service's own words, without the name of their class. */
function refused(error: unknown): never {
  throw new Failure((error instanceof Error ? error.message : String(error)).replace(/^Error: /, ''));
}

function isReadModel(name: string): boolean {
  return projections.some((projection) => projection.name === name);
}

function names(): string {
  return projections.map(({ name }) => name).join(', ');
}

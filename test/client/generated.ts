import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { createLog, readEnvironment } from '#libs/platform';
import { startService } from '../../apps/service/src/service.js';

/** What of packages/client is made from the service, by path. */
export interface Generated {
  readonly 'packages/client/openapi.json': string;
  readonly 'packages/client/src/schema.ts': string;
}

const HEADING = '// Made from openapi.json by `npm run client`: not to be edited.\n\n';

export async function generate(document: OpenAPI3): Promise<Generated> {
  const types = await openapiTS(document, { alphabetize: true });
  return {
    'packages/client/openapi.json': `${JSON.stringify(document, null, 2)}\n`,
    'packages/client/src/schema.ts': HEADING + astToString(types),
  };
}

/** The document of a service with the defaults of a first start. */
export async function documentOfService(): Promise<OpenAPI3> {
  const dataDir = await mkdtemp(join(tmpdir(), 'garnitur-document-'));
  const environment = readEnvironment({ PORT: '0', DATA_DIR: dataDir, ASSISTANT: 'offline', LOG_LEVEL: 'silent' });
  const service = await startService({ environment, log: createLog('silent', false) });
  try {
    const document: OpenAPI3 = JSON.parse(await (await fetch(`${service.url}/docs-json`)).text());
    return document;
  } finally {
    await service.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

import { readFileSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { documentOfService, type Generated, generate } from './generated.js';

describe("the API's document", () => {
  let made: Generated;
  beforeAll(async () => {
    made = await generate(await documentOfService());
  });

  it.each(['packages/client/openapi.json', 'packages/client/src/schema.ts'] as const)(
    '%s is as the service says it now (`npm run client` writes it anew)',
    (path) => {
      expect(readFileSync(path, 'utf8')).toBe(made[path]);
    },
  );

  it("passes Redocly's recommended rules, its examples included", async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source: made['packages/client/openapi.json'], config });
    expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual(
      [],
    );
  });

  it('has an example of every body, sent and answered', () => {
    const document = JSON.parse(made['packages/client/openapi.json']);
    const without: string[] = [];
    for (const [path, item] of Object.entries<Record<string, Shown>>(document.paths))
      for (const [method, { requestBody, responses }] of Object.entries(item))
        for (const { content = {} } of [requestBody ?? {}, ...Object.values(responses)])
          if (content['application/json'] && !('example' in content['application/json']))
            without.push(`${method} ${path}`);
    expect(without).toEqual([]);
  });
});

interface Shown {
  readonly requestBody?: { readonly content?: Readonly<Record<string, object>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, object>> }>>;
}

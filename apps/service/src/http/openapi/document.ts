import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { type Described, OPERATIONS } from './operations.js';
import { COMMON, HEADERS, KEYED, REFUSALS, type RefusalName, refusalAnswer } from './refusals.js';
import { SCHEMAS } from './schemas.js';
import { answer, type Operation, type PathItem, text } from './shapes.js';
import { WEBHOOKS } from './webhooks.js';

const DESCRIPTION = `Turns a customer's Russian words into an assembled, checked, drawn and counted kitchen.

A conversation belongs to a lead of yours; each request of the customer is a turn, whose outcome comes by webhook, as a
stream of events, or by polling. Show the customer \`result.note\` alone, and decide by \`result.status\`.

Every refusal has the envelope \`{"ok": false, "error": {"code", "message", "details"?}}\`; a method that a path does not
have is answered 405 \`method_not_allowed\` with \`Allow\`, an unknown path 404 \`not_found\`. Fields may be added to
answers; fields that a request may not have are refused.`;

const TAGS = {
  conversations: 'One for each lead: created, found again, deleted, handed off',
  turns: "The customer's requests and their outcomes",
  orders: 'What was assembled: document, pictures, papers, lists',
  account: 'Balance, outcome events, webhook test',
  webhooks: 'What the service sends',
  service: 'Of the service itself; no key',
};

/** What a path names. */
const PATH_PARAMETERS: Readonly<Record<string, string>> = {
  '/v1/conversations/{id}': 'Id of the conversation: `cnv_…`',
  '/v1/turns/{id}': 'Id of the turn: `trn_…`',
  '/r/{token}': 'Of a signed link',
};

/**
 * The OpenAPI 3.1 document: paths, parameters and bodies as Nest finds them on the controllers and DTOs; answers, refusals,
 * headers, examples and webhooks, for which it knows no decorators that would not bury the controllers, from the tables of
 * this folder. @throws where a route is in no table, or a table names a route that is none.
 */
export function openApiDocument(app: NestFastifyApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Garnitur')
    .setDescription(DESCRIPTION)
    .setVersion('1')
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer('/', 'The service that this document comes from')
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'API key, pk_…' });
  for (const [name, description] of Object.entries(TAGS)) config.addTag(name, description);
  const document = SwaggerModule.createDocument(app, config.build());
  const undescribed = new Set(Object.keys(OPERATIONS));
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, operation] of operationsOf(item)) {
      const name = `${method.toUpperCase()} ${path}`;
      const described = OPERATIONS[name];
      if (!described) throw new Error(`${name} has no entry in openapi/operations.ts`);
      undescribed.delete(name);
      describe(operation, path, described);
    }
  }
  if (undescribed.size > 0) throw new Error(`there are no routes ${[...undescribed].join(', ')}`);
  const responses = Object.fromEntries(
    Object.entries(REFUSALS).map(([name, refusal]) => [name, refusalAnswer(refusal)]),
  );
  const { schemas = {}, ...components } = document.components ?? {};
  // A field that a request may not have is refused.
  const bodies = Object.fromEntries(
    Object.entries(schemas).map(([name, body]) => [name, { ...body, additionalProperties: false }]),
  );
  return {
    ...document,
    webhooks: WEBHOOKS,
    components: { ...components, schemas: { ...bodies, ...SCHEMAS }, responses, headers: HEADERS },
  };
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

function operationsOf(item: PathItem): [string, Operation][] {
  return METHODS.flatMap((method) => {
    const operation = item[method];
    return operation ? [[method, operation] satisfies [string, Operation]] : [];
  });
}

function describe(
  operation: Operation,
  path: string,
  { operationId, description, answers, refusals = [], body }: Described,
) {
  const isPublic = operation.security === undefined;
  const names: RefusalName[] = [
    ...(isPublic ? COMMON : KEYED),
    ...refusals,
    ...(path.includes('{') ? ['not_found' as const] : []),
  ];
  operation.operationId = operationId;
  if (description !== undefined) operation.description = description;
  operation.security ??= [];
  operation.parameters = [
    ...pathParameters(path),
    ...(operation.parameters ?? []).filter((one) => !('in' in one && one.in === 'path')),
  ];
  operation.responses = {
    ...answers,
    ...Object.fromEntries(names.map((name) => [REFUSALS[name].status, answer(name)])),
  };
  const { requestBody } = operation;
  const media = requestBody && 'content' in requestBody ? requestBody.content['application/json'] : undefined;
  if (!requestBody || !('content' in requestBody) || !media) return;
  requestBody.required = body?.required ?? true;
  media.example = body?.example;
}

/** Also of routes whose handlers leave them to the guards, where Nest does not see them. */
function pathParameters(path: string) {
  const name = /\{(\w+)\}/.exec(path)?.[1];
  if (name === undefined) return [];
  const resource = path.slice(0, path.indexOf('}') + 1);
  return [{ name, in: 'path' as const, required: true, description: PATH_PARAMETERS[resource] ?? '', schema: text() }];
}

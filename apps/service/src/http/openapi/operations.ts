import { FORMS } from '../pictures.js';
import * as examples from './examples.js';
import type { RefusalName } from './refusals.js';
import {
  type Answer,
  header,
  list,
  oneOf,
  orNull,
  type Reference,
  type Schema,
  schema,
  success,
  text,
} from './shapes.js';

/** What Nest cannot know of a route: its name for clients, what it answers, and how it may refuse. */
export interface Described {
  readonly operationId: string;
  readonly description?: string;
  readonly answers: Readonly<Record<string, Answer>>;
  /** Beyond what any request may meet. */
  readonly refusals?: readonly RefusalName[];
  readonly body?: { readonly required?: boolean; readonly example: object };
}

const DESCRIBED_HEADERS = { 'X-Request-Id': header('X-Request-Id') };

function json(description: string, body: Schema | Reference, example: object, headers: readonly string[] = []): Answer {
  return { description, headers: headersOf(headers), content: { 'application/json': { schema: body, example } } };
}

function headersOf(names: readonly string[]): NonNullable<Answer['headers']> {
  return { ...DESCRIBED_HEADERS, ...Object.fromEntries(names.map((name) => [name, header(name)])) };
}

const cursor = orNull(text('Cursor of the next page; null where there is none yet'));
/** The forms of an order: text as a string, the rest as bytes. */
const forms = Object.fromEntries(
  Object.values(FORMS).map(({ type }) => {
    const mediaType = type.split(';')[0] ?? type;
    return [
      mediaType,
      mediaType.startsWith('application/') || mediaType.startsWith('model/') ? {} : { schema: text() },
    ];
  }),
);
const unchanged: Answer = { description: 'The caller has it already', headers: headersOf(['ETag']) };

/** By method and path, as the document has them. */
export const OPERATIONS: Readonly<Record<string, Described>> = {
  'GET /v1/health': {
    operationId: 'getHealth',
    answers: {
      200: json(
        'The service answers',
        success(
          {
            version: { type: 'integer', enum: [1] },
            model: text('The model in use; changes without notice, no part of the contract'),
          },
          { status: oneOf(['ok', 'degraded'], 'With `verbose`: whether all parts are'), parts: schema('HealthParts') },
        ),
        { ok: true, version: 1, model: 'offline' },
      ),
    },
    refusals: ['forbidden'],
  },
  'GET /v1/usage': {
    operationId: 'getUsage',
    answers: { 200: json('The balance', success({ usage: schema('Usage') }), { ok: true, usage: examples.usage }) },
  },
  'GET /v1/events': {
    operationId: 'listEvents',
    description:
      'What a receiver that was down has missed: keep `next`, and ask from it. An empty page gives the same cursor back',
    answers: {
      200: json('A page, oldest first', success({ events: list(schema('OutcomeEvent')), next: cursor }), {
        ok: true,
        events: [examples.completed],
        next: '00000000000000000013',
      }),
    },
  },
  'POST /v1/webhooks/test': {
    operationId: 'sendPing',
    answers: {
      202: json('The ping will be delivered', success({ event_id: text('Id of the ping') }), {
        ok: true,
        event_id: examples.ping.id,
      }),
    },
  },
  'POST /v1/conversations': {
    operationId: 'createConversation',
    body: { required: false, example: { external_id: 'lead-1', meta: { source: 'site' } } },
    answers: {
      200: json('Found by its external_id, as it is', success({ conversation: schema('Conversation') }), {
        ok: true,
        conversation: examples.conversation,
      }),
      201: json('Created', success({ conversation: schema('Conversation') }), {
        ok: true,
        conversation: { ...examples.conversation, turn: 0, has_project: false },
      }),
    },
  },
  'GET /v1/conversations/{id}': {
    operationId: 'getConversation',
    answers: {
      200: json('The conversation', success({ conversation: schema('Conversation') }), {
        ok: true,
        conversation: examples.conversation,
      }),
    },
  },
  'DELETE /v1/conversations/{id}': {
    operationId: 'deleteConversation',
    description: 'An open turn is stopped and not charged. A card that was handed off stays with its workplace',
    answers: { 204: { description: 'Removed', headers: DESCRIBED_HEADERS } },
  },
  'POST /v1/conversations/{id}/turns': {
    operationId: 'queueTurn',
    description:
      'A turn takes from a moment to minutes: wait for the webhook, follow its events, or poll it every 5 to 10 s. A repeat under the same key gets the same turn and costs nothing',
    body: { example: { text: 'Прямая кухня 3 метра: мойка 60, посудомойка 45, духовка с индукцией' } },
    answers: {
      202: json(
        'Queued',
        success({ turn: schema('QueuedTurn') }),
        { ok: true, turn: { id: examples.turn.id, state: 'queued' } },
        ['Idempotency-Replayed'],
      ),
    },
    refusals: ['quota_exceeded', 'conflict_busy'],
  },
  'GET /v1/conversations/{id}/turns': {
    operationId: 'listTurns',
    answers: {
      200: json('A page, oldest first', success({ turns: list(schema('Turn')), next: cursor }), {
        ok: true,
        turns: [examples.turn],
        next: null,
      }),
    },
  },
  'GET /v1/turns/{id}': {
    operationId: 'getTurn',
    answers: { 200: json('The turn', success({ turn: schema('Turn') }), { ok: true, turn: examples.turn }) },
  },
  'GET /v1/turns/{id}/events': {
    operationId: 'followTurn',
    description:
      'First what has happened, then what happens, until the turn has ended. `id` is the cursor for Last-Event-ID. The data of `done`, `stopped` and `failed` is the turn as `GET /v1/turns/{id}` shows it; of `attempt` {id, attempt, findings}; of `queued`, `running` and `deleted` {id}',
    answers: {
      200: {
        description: 'A stream of events',
        headers: DESCRIBED_HEADERS,
        content: { 'text/event-stream': { schema: text(), example: examples.steps } },
      },
    },
  },
  'POST /v1/turns/{id}/stop': {
    operationId: 'stopTurn',
    answers: {
      200: json(
        'Stopped for good; costs nothing',
        success({ turn_id: text('Id of the turn'), state: { type: 'string', enum: ['stopped'] } }),
        { ok: true, turn_id: examples.turn.id, state: 'stopped' },
      ),
    },
    refusals: ['conflict_state'],
  },
  'GET /v1/conversations/{id}/project': {
    operationId: 'getProject',
    answers: {
      200: json('The order document', success({ project: schema('Project') }), { ok: true, project: examples.project }),
    },
  },
  'GET /v1/conversations/{id}/bom': {
    operationId: 'getBom',
    answers: { 200: json('The bill of materials', schema('OrderBom'), examples.bom, ['ETag']), 304: unchanged },
  },
  'GET /v1/conversations/{id}/parts': {
    operationId: 'getParts',
    answers: {
      200: {
        description: 'As asked for by `format`',
        headers: headersOf(['ETag', 'Content-Disposition']),
        content: {
          'application/json': { schema: schema('OrderParts'), example: examples.parts },
          'text/csv': { schema: text('For cutting programs'), example: examples.partsCsv },
        },
      },
      304: unchanged,
    },
  },
  'GET /v1/conversations/{id}/render': {
    operationId: 'renderOrder',
    answers: {
      200: {
        description:
          'The picture, page, set of sheets or model by `format`; with `link=1` a signed link to it, as JSON',
        headers: { ...headersOf(['Content-Disposition']), ETag: ofPicturesAlone() },
        content: { ...forms, 'application/json': { schema: schema('SignedLink'), example: examples.link } },
      },
      304: unchanged,
    },
    refusals: ['png_unsupported'],
  },
  'POST /v1/conversations/{id}/handoff': {
    operationId: 'handOff',
    body: { example: { seat: 'Цех на Лесной' } },
    answers: {
      200: json('A card stands at the workplace', success({ handoff: schema('Handoff') }), {
        ok: true,
        handoff: { seat_id: 1, seat_title: 'Цех на Лесной', order_id: 'lead-lead-1', turn: 1 },
      }),
    },
    refusals: ['forbidden'],
  },
  'GET /r/{token}': {
    operationId: 'openLink',
    description: 'The token is the credential. Parameters that are not known are ignored',
    answers: {
      200: {
        description: 'What the link shows',
        headers: { ...headersOf(['Content-Disposition']), ETag: ofPicturesAlone() },
        content: forms,
      },
      304: unchanged,
    },
    refusals: ['rate_limited'],
  },
};

/** A signed link as JSON, and the page of the model, have none. */
function ofPicturesAlone() {
  return { description: 'Of pictures, pages, sheets and models', schema: text(undefined, { pattern: '^"[^"]+"$' }) };
}

import * as examples from './examples.js';
import { oneOf, type PathItem, schema, text } from './shapes.js';

/** What the service sends (spec.md, Events). */
const SENT = [
  {
    event: 'turn.completed',
    name: 'TurnCompleted',
    summary: 'A turn has ended with an outcome',
    example: examples.completed,
  },
  { event: 'turn.stopped', name: 'TurnStopped', summary: 'A turn was stopped', example: examples.stopped },
  { event: 'turn.failed', name: 'TurnFailed', summary: 'A turn did not take place', example: examples.failed },
  { event: 'ping', name: 'Ping', summary: 'Asked for by POST /v1/webhooks/test', example: examples.ping },
];

const DESCRIPTION =
  'Sent to the webhook_url of the conversation, else to the partner-wide address, until it is answered 2xx: again after 10 s, 1 min, 5 min, 30 min, 2 h, 6 h. It may come more than once: remove duplicates by `id`';

export const WEBHOOKS: Record<string, PathItem> = Object.fromEntries(
  SENT.map(({ event, name, summary, example }) => [
    event,
    {
      post: {
        operationId: `on${name}`,
        summary,
        description: DESCRIPTION,
        tags: ['webhooks'],
        security: [],
        parameters: [
          {
            name: 'X-Service-Event',
            in: 'header',
            required: true,
            description: 'As in the body',
            schema: oneOf([event]),
          },
          {
            name: 'X-Service-Signature',
            in: 'header',
            required: true,
            description:
              'HMAC-SHA256 of `<t>.<raw body>` under the secret of the partner. Check it against the raw body before parsing, in constant time, and refuse a `t` (unix seconds) older than five minutes',
            schema: text(undefined, { pattern: '^t=\\d+,v1=[0-9a-f]{64}$' }),
          },
          {
            name: 'X-Service-Signature-Previous',
            in: 'header',
            required: false,
            description:
              'For 24 hours after the secret was rotated: the same under the secret that was replaced. A receiver takes what one of the two headers proves; several `v1` where it was rotated more than once',
            schema: text(undefined, { pattern: '^t=\\d+(,v1=[0-9a-f]{64})+$' }),
          },
        ],
        requestBody: { required: true, content: { 'application/json': { schema: schema(name), example } } },
        responses: {
          '2XX': { description: 'Taken; to be said within 10 s' },
          '4XX': { description: 'Anything but 2xx, or no answer within 10 s: it is sent again' },
        },
      },
    },
  ]),
);

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

const attribute = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) });
const span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: z.array(attribute).default([]),
  links: z.array(z.object({ traceId: z.string(), spanId: z.string() })).default([]),
});
/** OTLP/HTTP as JSON, as far as the specs look into it. */
const exported = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeSpans: z.array(z.object({ spans: z.array(span) })),
    }),
  ),
});

export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly facts: Readonly<Record<string, unknown>>;
  /** What is said of the node that made it. */
  readonly resource: Readonly<Record<string, unknown>>;
}

/** A collector of OpenTelemetry on loopback. */
export class Collector {
  readonly spans: CollectedSpan[] = [];
  /** Bodies as they came. */
  readonly bodies: string[] = [];
  readonly headers: Record<string, unknown>[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<Collector> {
    const server = createServer();
    const collector = new Collector(server);
    server.on('request', async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      collector.headers.push({ path: request.url, ...request.headers });
      collector.take(Buffer.concat(chunks).toString('utf8'));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  private take(body: string): void {
    this.bodies.push(body);
    for (const { resource, scopeSpans } of exported.parse(JSON.parse(body)).resourceSpans) {
      for (const { spans } of scopeSpans) {
        for (const { attributes, traceId, spanId, parentSpanId, name } of spans) {
          const parent = parentSpanId === '' ? undefined : parentSpanId;
          const facts = factsOf(attributes);
          this.spans.push({
            traceId,
            spanId,
            parentSpanId: parent,
            name,
            facts,
            resource: factsOf(resource.attributes),
          });
        }
      }
    }
  }

  ofTrace(traceId: string): CollectedSpan[] {
    return this.spans.filter((one) => one.traceId === traceId);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

function factsOf(attributes: z.infer<typeof attribute>[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}

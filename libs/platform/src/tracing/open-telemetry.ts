import {
  type Context,
  DiagLogLevel,
  diag,
  isSpanContextValid,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { endsWithin, Problem } from '#libs/kernel';
import type { ProcessingLog, Span, SpanFacts, SpanOptions, Tracing } from '#libs/processing';
import type { Environment } from '../settings/environment.js';

export type TracingSettings = NonNullable<Environment['tracing']>;

/** A collector that does not answer holds up no stop, ms. */
const FLUSH_MS = 1_000;

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };

/** Imported where the environment asks for traces, and nowhere else: OpenTelemetry's packages cost 25 MB and a tenth of a second. */
export class OpenTelemetry implements Tracing {
  readonly enabled = true;
  private readonly provider: TracerProvider;
  private readonly tracer;
  private readonly contexts = new AsyncLocalStorageContextManager();

  constructor({ endpoint, headers, resource, sampler, ratio }: TracingSettings, node: SpanFacts, log: ProcessingLog) {
    const told = (message: string) => log.warn({}, `traces: ${message}`);
    diag.setLogger(
      { error: told, warn: told, info: () => undefined, debug: () => undefined, verbose: () => undefined },
      { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
    );
    const exporter = new OTLPTraceExporter({ url: endpoint, headers });
    this.provider = new TracerProvider({
      resource: defaultResource().merge(resourceFromAttributes({ ...node, ...resource })),
      sampler: samplerOf(sampler, ratio),
      spanProcessors: [new BatchSpanProcessor({ exporter })],
    });
    this.tracer = this.provider.getTracer('garnitur');
  }

  span<Result>(name: string, options: SpanOptions, work: (span: Span) => Promise<Result>): Promise<Result> {
    const { kind, from, facts } = options;
    const [parent, ...others] = from?.flatMap((text) => contextOf(text) ?? []) ?? [];
    const context = from === undefined ? this.contexts.active() : under(parent);
    const span = this.tracer.startSpan(
      name,
      {
        kind: kind === undefined ? SpanKind.INTERNAL : KINDS[kind],
        links: others.map((linked) => ({ context: linked })),
        ...(facts && { attributes: facts }),
      },
      context,
    );
    const told: Span = {
      traceparent: traceparentOf(span.spanContext()),
      add: (more) => span.setAttributes(more),
    };
    return this.contexts.with(trace.setSpan(context, span), async () => {
      try {
        return await work(told);
      } catch (error) {
        // Its message may hold what a customer or partner wrote.
        span.setAttribute('error.type', error instanceof Problem ? error.code : nameOf(error));
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    });
  }

  /** Sends what is left. */
  async close(): Promise<void> {
    await endsWithin(this.provider.shutdown(), FLUSH_MS);
  }
}

function samplerOf(name: TracingSettings['sampler'], ratio: number): Sampler {
  switch (name) {
    case 'always_on':
      return new AlwaysOnSampler();
    case 'always_off':
      return new AlwaysOffSampler();
    case 'traceidratio':
      return new TraceIdRatioBasedSampler(ratio);
    case 'parentbased_always_on':
      return new ParentBasedSampler({ root: new AlwaysOnSampler() });
    case 'parentbased_always_off':
      return new ParentBasedSampler({ root: new AlwaysOffSampler() });
    case 'parentbased_traceidratio':
      return new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) });
  }
}

/** W3C Trace Context, level 1; what a later version adds stands behind what is read here. */
const TRACEPARENT = /^(?!ff)[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:-|$)/;

function contextOf(traceparent: string): SpanContext | undefined {
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(traceparent) ?? [];
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
  return isSpanContextValid(context) ? context : undefined;
}

function traceparentOf({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-0${traceFlags & 1}`;
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}

function under(parent: SpanContext | undefined): Context {
  return parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
}

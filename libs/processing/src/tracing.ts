/** What a span says beside its name: opaque ids, counts and names of ours; never words, addresses, keys, or a caller's ids. */
export type SpanFacts = Readonly<Record<string, string | number | undefined>>;

export interface Span {
  /** W3C Trace Context of this span, for whatever goes on elsewhere; undefined where nothing is traced. */
  readonly traceparent: string | undefined;
  add(facts: SpanFacts): void;
}

export interface SpanOptions {
  /** `server`: answers a request; `client`: waits for another program; `consumer`: follows from an event. */
  readonly kind?: 'server' | 'client' | 'consumer';
  /**
   * Where the span follows from something that was passed on: a request's header, the metadata of events. The first one is
   * the span that it belongs to, others are linked; with none a new trace begins. Left out: what is under way here.
   */
  readonly from?: readonly string[];
  readonly facts?: SpanFacts;
}

/** Spans of a distributed trace (docs/operations.md, "Traces"). What they are told never changes what is done. */
export interface Tracing {
  readonly enabled: boolean;
  /** Calls `work` at once, in a span that ends with it; it fails where the work throws. */
  span<Result>(name: string, options: SpanOptions, work: (span: Span) => Promise<Result>): Promise<Result>;
}

/** Injection token of `Tracing`. */
export const TRACING = Symbol('Tracing');

const NO_SPAN: Span = { traceparent: undefined, add: () => undefined };

/** Where the environment asks for no traces. */
export const untraced: Tracing = { enabled: false, span: (_name, _options, work) => work(NO_SPAN) };

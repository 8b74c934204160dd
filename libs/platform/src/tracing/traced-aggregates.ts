import {
  type AggregateOptions,
  type CommandContext,
  createAggregates,
  type Decider,
  type DomainEvent,
  type EventStore,
  type EventSubscriptions,
  type FollowingAggregates,
  type FollowUp,
  type HandleOptions,
  type HandleResult,
  type LoadOptions,
  type NewEvent,
  type StreamAppend,
  withMetadata,
} from '#libs/event-store';
import type { Span, SpanOptions, Tracing } from '#libs/processing';

/** Streams that are deleted with their conversation: what a caller made up, as the id of a trace, lies nowhere else. */
const ERASABLE = /^(conversation|delivery)-/;

/** Aggregates with a span for each command and each append; what is appended carries the trace on. */
export function tracedAggregates(store: EventStore, tracing: Tracing, options: AggregateOptions): FollowingAggregates {
  return new TracedAggregates(createAggregates(tracedAppends(store, tracing), options), tracing);
}

class TracedAggregates implements FollowingAggregates {
  constructor(
    private readonly inner: FollowingAggregates,
    private readonly tracing: Tracing,
  ) {}

  handle<State, Command, Event extends DomainEvent>(
    stream: string,
    decider: Decider<State, Command, Event>,
    command: Command,
    context: CommandContext,
    options?: HandleOptions,
  ): Promise<HandleResult<State>> {
    return this.tracing.span(nameOf(stream, command), {}, (span) =>
      this.inner.handle(stream, decider, command, carrying(context, span), options),
    );
  }

  followUp<State, Command, Event extends DomainEvent>(
    stream: string,
    decider: Decider<State, Command, Event>,
    command: Command,
    context: CommandContext,
  ): { followUp: FollowUp; result: Promise<HandleResult<State>> } {
    const { promise, resolve } = Promise.withResolvers<HandleResult<State>>();
    let begun = context;
    // Of a command that never comes to be handled the span never ends, and nobody hears of it.
    const result = this.tracing.span(nameOf(stream, command), {}, (span) => {
      begun = carrying(context, span);
      return promise;
    });
    result.catch(() => undefined);
    const inner = this.inner.followUp(stream, decider, command, begun);
    resolve(inner.result);
    return { followUp: inner.followUp, result };
  }

  load<State, Command, Event extends DomainEvent>(
    stream: string,
    decider: Decider<State, Command, Event>,
    options?: LoadOptions,
  ) {
    return this.inner.load(stream, decider, options);
  }

  forget(stream: string): void {
    this.inner.forget(stream);
  }

  follow(events: EventSubscriptions, signal: AbortSignal): Promise<void> {
    return this.inner.follow(events, signal);
  }
}

function carrying(context: CommandContext, { traceparent }: Span): CommandContext {
  return traceparent === undefined ? context : withMetadata(context, { traceparent });
}

/** `conversation QueueTurn`: the stream's kind, and the command. */
function nameOf(stream: string, command: unknown): string {
  const named = typeof command === 'object' && command !== null && 'type' in command;
  return `${kindOf(stream)} ${named ? command.type : 'command'}`;
}

function kindOf(stream: string): string {
  return stream.split('-', 1)[0] ?? stream;
}

/**
 * One append may be many commands': it is a child of the first one's span and linked to the others'. Whoever begins it
 * may be at work for somebody else, so the events say whose it is.
 */
function tracedAppends(store: EventStore, tracing: Tracing): EventStore {
  const options = (appends: readonly StreamAppend[]): SpanOptions => {
    const events = appends.flatMap((append) => append.events);
    const from = new Set(events.flatMap(({ metadata }) => metadata.traceparent ?? []));
    const facts = { 'garnitur.streams': appends.map(({ stream }) => kindOf(stream)).join(' ') };
    return { kind: 'client', from: [...from], facts: { ...facts, 'garnitur.events': events.length } };
  };
  const { appendAll } = store;
  return {
    append: (stream, expected, events) =>
      tracing.span('append', options([{ stream, expected, events }]), () =>
        store.append(stream, expected, stored(stream, events)),
      ),
    ...(appendAll && {
      appendAll: (first, others) =>
        tracing.span('append', options([first, ...others]), () =>
          appendAll.call(store, storedAppend(first), others.map(storedAppend)),
        ),
    }),
    read: (stream, readOptions) => store.read(stream, readOptions),
    load: (stream, from, limit) => store.load(stream, from, limit),
    readAll: (readOptions) => store.readAll(readOptions),
    eventAt: (position) => store.eventAt(position),
    newest: () => store.newest(),
    subscribeAll: (readOptions) => store.subscribeAll(readOptions),
    head: () => store.head(),
    delete: (stream, expected) => store.delete(stream, expected),
    ping: () => store.ping(),
    close: () => store.close(),
  };
}

function storedAppend({ stream, expected, events }: StreamAppend): StreamAppend {
  return { stream, expected, events: stored(stream, events) };
}

/** The events as they may be stored in the stream. */
function stored(stream: string, events: readonly NewEvent[]): readonly NewEvent[] {
  if (ERASABLE.test(stream)) return events;
  return events.map((event) => {
    const { traceparent: _, ...metadata } = event.metadata;
    return { ...event, metadata };
  });
}

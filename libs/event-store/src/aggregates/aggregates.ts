import { Problem, systemClock } from '#libs/kernel';
import type { CommandContext, Decider, DomainEvent, Handled, HandleOptions, LoadOptions } from '../decider.js';
import type { EventStore } from '../port.js';
import { follow } from './follow.js';
import { type AnyLane, isLaneOf, Lane } from './lane.js';
import { LaneCache } from './lane-cache.js';
import { LaneRunner } from './lane-runner.js';
import type { AggregateOptions, FollowingAggregates } from './options.js';
import { PatientStore } from './patient-store.js';

const CACHED_STREAMS = 16_384;
const ATTEMPTS = 10;
/** Below the 10 s within which a caller is owed its 503. */
const GIVE_UP_MS = 9_000;

export function createAggregates(store: EventStore, options: AggregateOptions = {}): FollowingAggregates {
  return new StoreAggregates(store, options);
}

/**
 * Commands of one stream that arrive while an append is on its way are decided together, each on the state that the
 * one before leaves, and share the next append with one exact expectation: all stand or all are decided again. So 64
 * commands at once cost one or two commits, and no command is ever reported on another's unproven outcome.
 */
class StoreAggregates implements FollowingAggregates {
  private readonly lanes: LaneCache;
  private readonly patient: PatientStore;
  private readonly runner: LaneRunner;
  private readonly giveUpMs: number;
  private following = false;

  constructor(
    private readonly store: EventStore,
    private readonly options: AggregateOptions,
  ) {
    const clock = options.clock ?? systemClock;
    this.giveUpMs = options.giveUpMs ?? GIVE_UP_MS;
    this.lanes = new LaneCache(options.cachedStreams ?? CACHED_STREAMS);
    this.patient = new PatientStore(store);
    this.runner = new LaneRunner(this.patient, clock, options.attempts ?? ATTEMPTS, options.upcasting, this.giveUpMs);
  }

  handle<State, Command, Event extends DomainEvent>(
    stream: string,
    decider: Decider<State, Command, Event>,
    command: Command,
    context: CommandContext,
    { likelyNew = false }: HandleOptions = {},
  ): Promise<Handled<State>> {
    const lane = this.lane(stream, decider);
    const deadline = performance.now() + this.giveUpMs;
    return new Promise((resolve, reject) => {
      lane.queue.push({ command, context, deadline, resolve, reject, likelyNew, attempts: 0 });
      if (lane.running) return;
      lane.running = true;
      // Not at once: commands of the same tick are to share the append.
      queueMicrotask(() => this.runner.run(lane).finally(() => this.lanes.settle(lane)));
    });
  }

  async load<State, Command, Event extends DomainEvent>(
    stream: string,
    decider: Decider<State, Command, Event>,
    { fresh = false, atLeast = -1 }: LoadOptions = {},
  ): Promise<{ state: State; revision: number | 'no-stream' }> {
    const lane = this.lane(stream, decider);
    let folded = lane.current;
    if (!folded || fresh || folded.revision < atLeast || !this.following) {
      const reading = this.runner.refresh(lane, performance.now() + this.giveUpMs);
      folded = await reading.finally(() => this.lanes.settle(lane));
    }
    return { state: folded.state, revision: folded.revision < 0 ? 'no-stream' : folded.revision };
  }

  forget(stream: string): void {
    for (const lane of this.lanes.of(stream)) lane.drop();
  }

  async follow(signal: AbortSignal): Promise<void> {
    if (this.following) throw new Problem('internal', 'aggregates are being followed already');
    await follow(this.store, signal, {
      observe: (event) => {
        for (const lane of this.lanes.of(event.stream)) lane.observe(event);
      },
      begin: () => this.lanes.doubtAll(),
      live: (live) => {
        this.following = live;
      },
      broke: (error) => this.options.onFollowError?.(error),
    });
  }

  private lane<State, Command, Event extends DomainEvent>(
    stream: string,
    decider: Decider<State, Command, Event>,
  ): Lane<State, Command, Event> {
    const found: AnyLane | undefined = this.lanes.find(stream, decider);
    if (isLaneOf(found, decider)) return found;
    const lane = new Lane(stream, decider, (one) => this.runner.read(one));
    this.lanes.add(lane);
    return lane;
  }
}

import { type Clock, Problem } from '#libs/kernel';
import type { DomainEvent } from '../decider.js';
import { DuplicateEventId, StreamDeleted, WrongExpectedRevision } from '../errors.js';
import type { RecordedEvent } from '../port.js';
import type { Upcasting } from '../upcasting.js';
import type { Folded, Lane, Member, Verdict } from './lane.js';
import { newEvents } from './new-events.js';
import { before, type PatientStore, unavailable } from './patient-store.js';

/** Commands that share an append at most. */
const BATCH_MOST = 256;
/** Events of one read: of a long stream each page is kept, so that what breaks off in the middle goes on from there. */
const PAGE = 1_000;
/** A single command whose event ids stand elsewhere in the store will not come right by deciding again. */
const DUPLICATE_ATTEMPTS = 3;

/** Works off a lane's queue: fold, decide, append, report; on a conflict read what is new and decide again. */
export class LaneRunner {
  constructor(
    private readonly store: PatientStore,
    private readonly clock: Clock,
    private readonly attempts: number,
    private readonly upcasting: Upcasting | undefined,
    private readonly giveUpMs: number,
  ) {}

  async run<State, Command, Event extends DomainEvent>(lane: Lane<State, Command, Event>): Promise<void> {
    while (lane.queue.length > 0) {
      const taken = lane.queue.splice(0, lane.singly > 0 ? 1 : BATCH_MOST);
      lane.singly = Math.max(0, lane.singly - 1);
      const now = performance.now();
      const [late, batch] = partition(taken, (member) => member.deadline <= now);
      for (const member of late) member.reject(unavailable());
      if (batch.length === 0) continue;
      try {
        await this.work(lane, batch);
      } catch (error) {
        this.failed(lane, batch, error);
      }
    }
    lane.running = false;
  }

  /** The stream's state with everything that the store has by now. */
  refresh<State, Command, Event extends DomainEvent>(
    lane: Lane<State, Command, Event>,
    deadline: number,
  ): Promise<Folded<State>> {
    return before(deadline, lane.reading.fresh());
  }

  /** Reads a lane's stream on to its end, page by page. */
  async read<State, Command, Event extends DomainEvent>(lane: Lane<State, Command, Event>): Promise<Folded<State>> {
    const { mark } = lane;
    let folded = lane.base;
    for (let end = false; !end; ) {
      const deadline = performance.now() + this.giveUpMs;
      const newer = await this.store.load(lane.stream, folded.revision + 1, deadline, PAGE);
      end = newer.length < PAGE;
      folded = lane.fold(folded, newer);
      lane.keepRead(folded, mark, end);
    }
    return folded;
  }

  private async work<State, Command, Event extends DomainEvent>(
    lane: Lane<State, Command, Event>,
    batch: readonly Member<State, Command>[],
  ): Promise<void> {
    const deadline = Math.min(...batch.map((member) => member.deadline));
    const again = batch.some((member) => member.attempts > 0);
    let base = (again ? undefined : (lane.current ?? presumed(lane, batch))) ?? (await this.refresh(lane, deadline));
    let verdicts = this.decide(lane, base, batch);
    if (verdicts.every(nothingToAppend)) {
      // Refusals and repeats are not proven by an append, so they are decided on what the store has now.
      const fresh = await this.refresh(lane, deadline);
      if (fresh.revision !== base.revision) verdicts = this.decide(lane, fresh, batch);
      base = fresh;
    }
    const events = verdicts.flatMap((verdict) => ('events' in verdict ? verdict.events : []));
    if (events.length === 0) return report(verdicts, [], base);
    const expected = base.revision < 0 ? 'no-stream' : base.revision;
    const appended = await this.store.append(lane.stream, expected, events, deadline);
    const recorded = appended.events ?? (await this.store.load(lane.stream, base.revision + 1, deadline));
    const proven = appended.events ? verdicts : asStored(lane, verdicts, recorded, base);
    const last = proven.findLast((verdict) => 'state' in verdict);
    if (last && 'state' in last) {
      lane.keep({
        state: last.state,
        revision: appended.revision,
        position: recorded.at(-1)?.position ?? base.position,
      });
    }
    report(proven, recorded, base);
  }

  /** Each command on the state that the one before leaves. */
  private decide<State, Command, Event extends DomainEvent>(
    lane: Lane<State, Command, Event>,
    base: Folded<State>,
    batch: readonly Member<State, Command>[],
  ): Verdict<State, Command>[] {
    let state = base.state;
    return batch.map((member) => {
      try {
        const decided = lane.decider.decide(member.command, state);
        const events = newEvents(decided, member.context, this.clock, this.upcasting);
        state = events.reduce((folded, event) => lane.evolve(folded, event), state);
        return { member, events, state };
      } catch (refusal) {
        return { member, refusal };
      }
    });
  }

  /** Puts back whoever may still succeed, before all that came later. */
  private failed<State, Command, Event extends DomainEvent>(
    lane: Lane<State, Command, Event>,
    batch: readonly Member<State, Command>[],
    error: unknown,
  ): void {
    const alone = batch.length === 1;
    // A conflict with what came behind, or a store that does not answer, leaves the state true as far as it goes.
    const behind = error instanceof WrongExpectedRevision && Number(error.actual) > lane.base.revision;
    if (behind || error instanceof Problem) lane.doubt();
    else lane.drop();
    for (const member of batch) member.attempts += 1;
    if (error instanceof WrongExpectedRevision) {
      const [tired, again] = partition(batch, (member) => member.attempts >= this.attempts);
      for (const member of tired) member.reject(conflictsUsedUp(lane.stream, member.attempts));
      lane.queue.unshift(...again);
    } else if (error instanceof StreamDeleted) {
      // The first time the state may have been from before the deletion; decided again, most commands refuse by themselves.
      const [told, again] = partition(batch, (member) => member.attempts > 1);
      for (const member of told) member.reject(error);
      lane.queue.unshift(...again);
    } else if (error instanceof Problem || (alone && !this.mayComeRight(batch, error))) {
      for (const member of batch) member.reject(error);
    } else {
      lane.singly = batch.length;
      lane.queue.unshift(...batch);
    }
  }

  private mayComeRight(batch: readonly { attempts: number }[], error: unknown): boolean {
    return error instanceof DuplicateEventId && batch.every(({ attempts }) => attempts < DUPLICATE_ATTEMPTS);
  }
}

/** An append that presumes too much meets a conflict, and a refusal is decided again on a fresh read: nothing is lost. */
function presumed<State, Command, Event extends DomainEvent>(
  lane: Lane<State, Command, Event>,
  batch: readonly Member<State, Command>[],
): Folded<State> | undefined {
  return batch.every(({ likelyNew }) => likelyNew) && !lane.known ? lane.base : undefined;
}

/**
 * The verdicts with the states that the stored events make: where a store says no more than "stored", another node may
 * have written them, under the same derived ids and in its own words.
 */
function asStored<State, Command, Event extends DomainEvent>(
  lane: Lane<State, Command, Event>,
  verdicts: readonly Verdict<State, Command>[],
  recorded: readonly RecordedEvent[],
  base: Folded<State>,
): Verdict<State, Command>[] {
  let folded = base;
  let taken = 0;
  return verdicts.map((verdict) => {
    if ('refusal' in verdict) return verdict;
    const events = recorded.slice(taken, taken + verdict.events.length);
    taken += events.length;
    folded = lane.fold(folded, events);
    return { ...verdict, state: folded.state };
  });
}

function nothingToAppend<State, Command>(verdict: Verdict<State, Command>): boolean {
  return !('events' in verdict) || verdict.events.length === 0;
}

function report<State, Command>(
  verdicts: readonly Verdict<State, Command>[],
  recorded: readonly RecordedEvent[],
  base: Folded<State>,
): void {
  let reported = 0;
  let { position } = base;
  for (const verdict of verdicts) {
    if ('refusal' in verdict) {
      verdict.member.reject(verdict.refusal);
      continue;
    }
    const events = recorded.slice(reported, reported + verdict.events.length);
    reported += events.length;
    position = events.at(-1)?.position ?? position;
    verdict.member.resolve({ state: verdict.state, revision: base.revision + reported, position, events });
  }
}

function partition<Item>(items: readonly Item[], test: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}

function conflictsUsedUp(stream: string, attempts: number): Problem {
  return new Problem('unavailable', `stream ${stream} changed ${attempts} times while a command was being decided`);
}

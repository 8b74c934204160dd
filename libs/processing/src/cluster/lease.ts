import type { JsonObject } from '#libs/kernel';
import type { LeaseRecord } from '#libs/read-models';

/** What a lease's register says. */
export interface LeaseValue {
  /** Node id; empty where its last owner gave it back. */
  readonly owner: string;
  /** Grows with each owner: the store refuses what an earlier one commits (`CheckpointMove.fence`). */
  readonly fence: number;
  readonly beat: number;
}

export interface LeaseTimes {
  /** An owner that has not been seen to beat for so long loses it, ms. */
  readonly ttlMs: number;
  /** So long before that it stops by itself where it could not beat, ms. */
  readonly marginMs: number;
  /** What others leave to the preferred node when a lease is free, ms. */
  readonly graceMs: number;
  /** An owner that is not the preferred node hands over to one that has been preferred for so long, ms. */
  readonly settledMs: number;
}

export const LEASE_TIMES: LeaseTimes = { ttlMs: 5_000, marginMs: 1_500, graceMs: 1_500, settledMs: 10_000 };

export interface LeaseView {
  readonly me: string;
  /** As it stands; undefined where nobody ever had it. */
  readonly register: LeaseRecord | undefined;
  /** ms that it has not changed while we looked (`FailureDetector`). */
  readonly stillMs: number;
  /** Whether this node may take it: a worker that does not leave, and none newer lives. */
  readonly may: boolean;
  readonly leaving: boolean;
  /** Whether it is this node's by preference. */
  readonly preferred: boolean;
  /** ms that another node has been the preferred one. */
  readonly othersMs: number;
  readonly times: LeaseTimes;
}

export type LeaseMove =
  | { readonly do: 'stand by' }
  /** Its work is stopped first, then it is given back. */
  | { readonly do: 'hand over' }
  | { readonly do: 'renew' | 'take'; readonly version: number; readonly value: LeaseValue };

/** What a node does about one lease at one look. Pure: the same view gives the same move. */
export function decideLease(view: LeaseView): LeaseMove {
  const { me, register, stillMs, may, leaving, preferred, othersMs, times } = view;
  const value = register && leaseValue(register.value);
  const version = register?.version ?? 0;
  const taken = { owner: me, fence: (value?.fence ?? 0) + 1, beat: 0 };
  const graceMs = preferred ? 0 : times.graceMs;
  if (value?.owner === me) {
    if (leaving || othersMs >= times.settledMs) return { do: 'hand over' };
    return { do: 'renew', version, value: { ...value, beat: value.beat + 1 } };
  }
  const freeMs = value === undefined || value.owner === '' ? graceMs : times.ttlMs + graceMs;
  return may && stillMs >= freeMs ? { do: 'take', version, value: taken } : { do: 'stand by' };
}

/** Given back: the number stays, so that the next owner's is higher. */
export function freed({ fence, beat }: LeaseValue): LeaseValue {
  return { owner: '', fence, beat: beat + 1 };
}

/** A value that cannot be read counts as a lease that nobody holds, with the numbers that it has. */
export function leaseValue({ owner, fence, beat }: JsonObject): LeaseValue {
  return {
    owner: typeof owner === 'string' ? owner : '',
    fence: typeof fence === 'number' ? fence : 0,
    beat: typeof beat === 'number' ? beat : 0,
  };
}

export function leaseJson({ owner, fence, beat }: LeaseValue): JsonObject {
  return { owner, fence, beat };
}

import type { JsonObject } from '#libs/kernel';
import type { LeaseRecord } from '#libs/read-models';

/** What a lease's record says. */
export interface LeaseValue {
  /** Node id; empty where its last owner gave it back. */
  readonly owner: string;
  /** Grows with each owner: the store refuses what an earlier one commits (`CheckpointMove.fence`). */
  readonly fence: number;
  readonly renewals: number;
}

export interface LeaseTimes {
  /** An owner that has not renewed it for so long loses it, ms. */
  readonly ttlMs: number;
  /** So long before that the owner stops by itself where it could not renew, ms. */
  readonly marginMs: number;
  /** For so long others leave a free lease to the preferred node, ms. */
  readonly graceMs: number;
  /** An owner that is not the preferred node hands over to one that has been preferred for so long, ms. */
  readonly settledMs: number;
}

export const LEASE_TIMES: LeaseTimes = { ttlMs: 3_000, marginMs: 1_000, graceMs: 750, settledMs: 10_000 };
export const LEASE_PREFIX = 'lease:';

/** What one node knows of one lease when it decides. */
export interface LeaseView {
  readonly me: string;
  /** Undefined where nobody ever had it. */
  readonly record: LeaseRecord | undefined;
  /** For how long the record has not changed (`FailureDetector`), ms. */
  readonly unchangedMs: number;
  /** Whether this node may take it: a worker that does not leave, and no newer one lives. */
  readonly may: boolean;
  readonly leaving: boolean;
  /** Whether this node is the preferred one. */
  readonly preferred: boolean;
  /** For how long another node has been the preferred one, ms. */
  readonly otherPreferredMs: number;
  readonly times: LeaseTimes;
}

export type LeaseMove =
  | { readonly do: 'stand by' }
  /** Its work is stopped first, then it is given back. */
  | { readonly do: 'hand over' }
  | { readonly do: 'renew' | 'take'; readonly version: number; readonly value: LeaseValue };

/** What a node does about one lease. Pure: the same view gives the same move. */
export function decideLease(view: LeaseView): LeaseMove {
  const { me, record, unchangedMs, may, leaving, preferred, otherPreferredMs, times } = view;
  const value = record && leaseValue(record.value);
  const version = record?.version ?? 0;
  if (value?.owner === me) {
    if (leaving || otherPreferredMs >= times.settledMs) return { do: 'hand over' };
    return { do: 'renew', version, value: { ...value, renewals: value.renewals + 1 } };
  }
  const isFree = value === undefined || value.owner === '';
  const freeAfterMs = (isFree ? 0 : times.ttlMs) + (preferred ? 0 : times.graceMs);
  if (!may || unchangedMs < freeAfterMs) return { do: 'stand by' };
  return { do: 'take', version, value: { owner: me, fence: (value?.fence ?? 0) + 1, renewals: 0 } };
}

/** Given back: the fence stays, so that the next owner's is higher. */
export function freed({ fence, renewals }: LeaseValue): LeaseValue {
  return { owner: '', fence, renewals: renewals + 1 };
}

/** A value that cannot be read counts as a lease that nobody holds, with the numbers that it has. */
export function leaseValue({ owner, fence, renewals }: JsonObject): LeaseValue {
  return {
    owner: typeof owner === 'string' ? owner : '',
    fence: typeof fence === 'number' ? fence : 0,
    renewals: typeof renewals === 'number' ? renewals : 0,
  };
}

export function leaseJson({ owner, fence, renewals }: LeaseValue): JsonObject {
  return { owner, fence, renewals };
}

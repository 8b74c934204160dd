import type { JsonObject } from '#libs/kernel';
import type { LeaseRecord } from '#libs/read-models';

export type NodeRole = 'all' | 'api' | 'worker';

/** Who a node says it is, in its register `node:<id>`. */
export interface NodeIdentity {
  /** Made anew at each start. */
  readonly id: string;
  readonly role: NodeRole;
  /** Version of its code, `1.12.0`. */
  readonly version: string;
}

export interface NodeRecord extends NodeIdentity {
  /** It drains: it takes nothing more. */
  readonly leaving: boolean;
}

export const NODE_PREFIX = 'node:';

export function nodeValue({ role, version, leaving }: NodeRecord, beat: number): JsonObject {
  return { role, version, leaving, beat };
}

/** Undefined for a register that this version cannot read: it is nobody's then. */
export function nodeRecord({ name, value }: LeaseRecord): NodeRecord | undefined {
  const { role, version, leaving } = value;
  if (role !== 'all' && role !== 'api' && role !== 'worker') return undefined;
  if (typeof version !== 'string') return undefined;
  return { id: name.slice(NODE_PREFIX.length), role, version, leaving: leaving === true };
}

/** Above zero when `one` is newer. Parts that are no numbers count as 0. */
export function compareVersions(one: string, other: string): number {
  const parts = (version: string) => version.split('.').map((part) => Number.parseInt(part, 10) || 0);
  const [mine, others] = [parts(one), parts(other)];
  for (let at = 0; at < Math.max(mine.length, others.length); at++) {
    const difference = (mine[at] ?? 0) - (others[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

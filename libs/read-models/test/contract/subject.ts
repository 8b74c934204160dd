import type { Collection, ReadModelStore, Write } from '../../src/port.js';

/** A store of its own for one case; `reopen` closes it and opens the same data again, as a restart does. */
export interface StoreUnderTest {
  readonly store: ReadModelStore;
  reopen(): Promise<ReadModelStore>;
  dispose(): Promise<void>;
}

export type StoreFactory = () => Promise<StoreUnderTest>;

/** The read model of the cases. */
export const NOTES: Collection = { name: 'notes', version: 1 };

export function write(id: string, position: number, document: object | undefined): Write {
  return { id, position: BigInt(position), document };
}

import type { Collection, Write } from '../port.js';

/** The read model of the cases. */
export const NOTES: Collection = { name: 'notes', version: 1 };

export function write(id: string, position: number, document: object | undefined): Write {
  return { id, position: BigInt(position), document };
}

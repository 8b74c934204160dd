import { timingSafeEqual } from 'node:crypto';
import { type ChainKey, chainKey, headTerm, hmac, type Placed } from '../chain.js';
import type { SignedHead } from './log-events.js';

const MODULUS = 1n << 256n;

/** What a head says of the log, before it is signed. */
export interface Head {
  readonly count: number;
  readonly position: bigint;
  /** Of terms, modulo 2^256. */
  readonly sum: bigint;
}

export const NO_HEAD: Head = { count: 0, position: 0n, sum: 0n };

/**
 * The hash over all events is a keyed multiset hash: the sum of one HMAC an event. So erased events can be taken into
 * account by what was written down of them, in any order, without the others being read again.
 */
export class HeadKey {
  private readonly key: ChainKey;

  /** @param key 32 bytes: `InstallationKey.derive('log-heads')`. */
  constructor(key: Uint8Array) {
    this.key = chainKey(key);
  }

  /** What one event adds to the sum. */
  term(event: Placed): bigint {
    return termOf(this.termBytes(event));
  }

  termBytes(event: Placed): Uint8Array {
    return headTerm(event, this.key);
  }

  sign({ count, position, sum }: Head, at: string): SignedHead {
    const head = { at, count, position: String(position), sum: sum.toString(16).padStart(64, '0') };
    return { ...head, signature: this.signature(head) };
  }

  isSigned({ signature, ...head }: SignedHead): boolean {
    return timingSafeEqual(Buffer.from(signature, 'hex'), Buffer.from(this.signature(head), 'hex'));
  }

  private signature({ at, count, position, sum }: Omit<SignedHead, 'signature'>): string {
    return this.mac(`head\n${at}\n${count}\n${position}\n${sum}`);
  }

  private mac(message: string): string {
    return hmac(message, this.key).toString('hex');
  }
}

export function headOf({ count, position, sum }: SignedHead): Head {
  return { count, position: BigInt(position), sum: BigInt(`0x${sum}`) };
}

/** The number that a term's bytes stand for. */
export function termOf(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex')}`);
}

export function addTerms(sum: bigint, term: bigint): bigint {
  return (sum + term) % MODULUS;
}

const TERM_BYTES = 32;

/** What many terms come to: added byte by byte, which is exact for 2^45 of them, and so without a big number for each. */
export function sumOf(terms: readonly Uint8Array[]): bigint {
  const sums = new Float64Array(TERM_BYTES);
  for (const term of terms)
    for (let byte = 0; byte < TERM_BYTES; byte += 1) sums[byte] = (sums[byte] ?? 0) + (term[byte] ?? 0);
  return sums.reduce((sum, byte) => ((sum << 8n) + BigInt(byte)) % MODULUS, 0n);
}

/** What the terms between two heads add up to. */
export function between(earlier: Head, later: Head): { readonly count: number; readonly sum: bigint } {
  return { count: later.count - earlier.count, sum: (MODULUS + later.sum - earlier.sum) % MODULUS };
}

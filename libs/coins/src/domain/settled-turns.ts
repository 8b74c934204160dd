import { hash } from 'node:crypto';
import { isId } from '#libs/kernel';

/** Of a UUID. */
const ID_BYTES = 16;
/** Ids are kept apart by their last bits, which are random. */
const MAX_BUCKETS = 4_096;
/** A bucket without its ids. */
const BUCKET_BYTES = 200;
/** Buckets of a page, and pages. */
const PAGE = 64;
/** A page without its buckets. */
const PAGE_BYTES = 8 * PAGE + 16;

type Page = readonly (Buffer | undefined)[];
const EMPTY_PAGE: Page = Array<undefined>(PAGE).fill(undefined);
const NO_PAGES: readonly Page[] = Array<Page>(MAX_BUCKETS / PAGE).fill(EMPTY_PAGE);

/**
 * The turns of a ledger that were charged or released: a persistent set of packed ids, where adding copies one bucket. A
 * period may have half a million turns; as keys of a persistent map they would take more than the cache of folded states
 * has, and each command would read the whole ledger.
 */
export class SettledTurns {
  static readonly NONE = new SettledTurns(NO_PAGES, 0, 0);

  private constructor(
    private readonly pages: readonly Page[],
    private readonly buckets: number,
    private readonly size: number,
  ) {}

  has(turnId: string): boolean {
    const id = packed(turnId);
    const bucket = this.bucket(bucketOf(id));
    return bucket !== undefined && includes(bucket, id);
  }

  add(turnId: string): SettledTurns {
    return this.with(packed(turnId));
  }

  /** What it takes of the memory, roughly: few buckets lie in a page each. */
  get bytes(): number {
    const pages = Math.min(this.buckets, MAX_BUCKETS / PAGE);
    return PAGE_BYTES * (pages > 0 ? pages + 1 : 0) + BUCKET_BYTES * this.buckets + ID_BYTES * this.size;
  }

  /** Every id, those of a bucket behind each other. */
  toBytes(): Uint8Array {
    return Buffer.concat(this.pages.flat().filter((bucket) => bucket !== undefined));
  }

  /** Buckets are views of the bytes until they grow: a command on a long ledger waits for no copy of it. */
  static fromBytes(bytes: Uint8Array): SettledTurns {
    const ids = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const pages = NO_PAGES.map((page) => [...page]);
    let buckets = 0;
    for (let start = 0; start < ids.length; buckets += 1) {
      const end = endOfBucket(ids, start);
      const at = bucketAt(ids, start);
      pages[pageOf(at)]?.splice(at % PAGE, 1, ids.subarray(start, end));
      start = end;
    }
    return new SettledTurns(pages, buckets, ids.length / ID_BYTES);
  }

  private bucket(at: number): Buffer | undefined {
    return this.pages[pageOf(at)]?.[at % PAGE];
  }

  private with(id: Buffer): SettledTurns {
    const at = bucketOf(id);
    const bucket = this.bucket(at);
    if (bucket && includes(bucket, id)) return this;
    // Unlike `Buffer.concat` not out of a pool, which the smallest bucket would keep whole.
    const grown = Buffer.allocUnsafeSlow((bucket?.length ?? 0) + ID_BYTES);
    bucket?.copy(grown);
    id.copy(grown, grown.length - ID_BYTES);
    const page = (this.pages[pageOf(at)] ?? EMPTY_PAGE).with(at % PAGE, grown);
    return new SettledTurns(this.pages.with(pageOf(at), page), this.buckets + (bucket ? 0 : 1), this.size + 1);
  }
}

/** An id of ours as its bytes; any other as a digest of as many. */
function packed(turnId: string): Buffer {
  if (isId('trn', turnId)) return Buffer.from(turnId.slice(-2 * ID_BYTES), 'hex');
  return Buffer.from(hash('sha256', turnId, 'hex').slice(0, 2 * ID_BYTES), 'hex');
}

function bucketOf(id: Buffer): number {
  return bucketAt(id, 0);
}

function bucketAt(ids: Buffer, at: number): number {
  return ids.readUInt16BE(at + ID_BYTES - 2) % MAX_BUCKETS;
}

/** Ids of a bucket lie together, so its end is found in ever longer steps, and then by halves. */
function endOfBucket(ids: Buffer, start: number): number {
  const bucket = bucketAt(ids, start);
  let inside = start;
  let step = ID_BYTES;
  while (inside + step < ids.length && bucketAt(ids, inside + step) === bucket) {
    inside += step;
    step *= 2;
  }
  for (; step >= ID_BYTES; step /= 2) {
    const next = inside + step;
    if (next < ids.length && bucketAt(ids, next) === bucket) inside = next;
  }
  return inside + ID_BYTES;
}

function pageOf(bucket: number): number {
  return Math.floor(bucket / PAGE);
}

function includes(bucket: Buffer, id: Buffer): boolean {
  let at = bucket.indexOf(id);
  // Across two neighbours the same bytes may stand by chance.
  while (at >= 0 && at % ID_BYTES !== 0) at = bucket.indexOf(id, at + 1);
  return at >= 0;
}

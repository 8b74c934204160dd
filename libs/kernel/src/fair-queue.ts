/** What was taken from a `FairQueue`: it occupies a place of its owner's until it is released. */
export interface Taken<Item> {
  readonly owner: string;
  readonly key: string;
  readonly item: Item;
}

/**
 * Items of many owners that wait for a limited number of places. Owners are served round robin. What is taken is never
 * interrupted, so a reserve is kept for whoever comes next: an owner takes another place only while it holds fewer than
 * `RESERVE` times the free ones. Alone it gets three quarters of the places, of two that are busy each gets three
 * sevenths (dynamic thresholds: A. K. Choudhury and E. L. Hahne, 1998). Of three places or fewer it gets all.
 */
export class FairQueue<Item> {
  /** By owner, in the order in which they are served; an owner's items by key, oldest first. */
  private readonly waiting = new Map<string, Map<string, Item>>();
  private readonly ownerOf = new Map<string, string>();
  private readonly held = new Map<string, number>();
  private free: number;

  /** @param kept of the places, for owners that hold none, where there are too few for a reserve. */
  constructor(
    places: number,
    private readonly kept = 0,
  ) {
    this.free = places;
  }

  /** Items that wait. */
  get size(): number {
    return this.ownerOf.size;
  }

  /** Items of one owner that wait. */
  sizeOf(owner: string): number {
    return this.waiting.get(owner)?.size ?? 0;
  }

  has(key: string): boolean {
    return this.ownerOf.has(key);
  }

  /** @param key names the item among those of all owners that wait; one that waits already is left as it is. */
  add(owner: string, key: string, item: Item): void {
    if (this.ownerOf.has(key)) return;
    const items = this.waiting.get(owner) ?? new Map();
    this.waiting.set(owner, items.set(key, item));
    this.ownerOf.set(key, owner);
  }

  /** Whether it waited. */
  delete(key: string): boolean {
    const owner = this.ownerOf.get(key);
    if (owner === undefined) return false;
    const items = this.waiting.get(owner);
    items?.delete(key);
    if (items?.size === 0) this.waiting.delete(owner);
    return this.ownerOf.delete(key);
  }

  /** Owners of items that wait, in the order in which they are served. */
  owners(): Iterable<string> {
    return this.waiting.keys();
  }

  /**
   * Undefined where nothing waits that may have a place. Owners at their limit hold places, so they are few to skip.
   * @param mayBegin whose items may be taken now.
   */
  take(mayBegin?: (owner: string) => boolean): Taken<Item> | undefined {
    if (this.free === 0) return undefined;
    for (const [owner, items] of this.waiting) {
      if (mayBegin?.(owner) === false) continue;
      const held = this.held.get(owner) ?? 0;
      if (!mayHoldMore(held, this.free) || (held > 0 && this.free <= this.kept)) continue;
      for (const [key, item] of items) {
        this.delete(key);
        // To the end: the other owners come first now.
        if (this.waiting.delete(owner)) this.waiting.set(owner, items);
        this.held.set(owner, held + 1);
        this.free -= 1;
        return { owner, key, item };
      }
    }
    return undefined;
  }

  /** Gives the place of what was taken back. */
  release({ owner }: Pick<Taken<Item>, 'owner'>): void {
    const held = (this.held.get(owner) ?? 0) - 1;
    if (held < 0) throw new Error(`${owner} holds no place`);
    if (held === 0) this.held.delete(owner);
    else this.held.set(owner, held);
    this.free += 1;
  }
}

/** How many times as many as are free. */
const RESERVE = 3;

/** Whether an owner may hold one more of something that all share. */
export function mayHoldMore(held: number, free: number): boolean {
  return free > 0 && held < RESERVE * free;
}

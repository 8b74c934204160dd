import type { ChainKey } from '../chain.js';
import type { ExpectedRevision } from '../port.js';

/** Messages between the store's thread and its commit worker. Parallel arrays are cheaper to hand over than objects. */
export interface AppendBatch {
  readonly kind: 'append';
  readonly ticket: number;
  /** One entry an append. */
  readonly streams: string[];
  readonly expected: ExpectedRevision[];
  readonly counts: number[];
  /** Index of the append, before this one, without which this one is not made; -1: it stands by itself. */
  readonly behind: number[];
  /** One entry an event, the appends' events behind each other. */
  readonly ids: string[];
  readonly types: string[];
  readonly data: string[];
  readonly metadata: string[];
}

export type Request =
  | AppendBatch
  | { readonly kind: 'delete'; readonly ticket: number; readonly stream: string; readonly expected: number | undefined }
  | { readonly kind: 'ping' | 'close'; readonly ticket: number };

/** What became of a batch. Stored events follow each other from `before` on, so most positions need not be sent. */
export interface BatchResult {
  /** One entry an append. */
  readonly codes: Code[];
  /** One entry an append: last revision of a stored one or a repeat; the actual one where it was refused. */
  readonly revisions: number[];
  /** Last positions, one entry a repeat. */
  readonly repeats: bigint[];
  /** The known ids, one entry a duplicate. */
  readonly duplicates: string[];
  /** Of all stored events in order, 32 bytes each. */
  readonly hashes: Uint8Array;
  /** `headTerm` of the same events, 32 bytes each; empty without the key. */
  readonly headTerms: Uint8Array;
  /** Head of the store before and after this commit. */
  readonly before: bigint;
  readonly head: bigint;
}

/** `skipped`: not tried, since the append that it is behind was refused. */
export type Code = 'stored' | 'repeat' | 'wrong-revision' | 'deleted' | 'duplicate' | 'skipped';

export type Reply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'too-new'; readonly schema: number }
  | { readonly kind: 'appended'; readonly ticket: number; readonly result: BatchResult }
  | { readonly kind: 'deleted'; readonly ticket: number; readonly existed: boolean; readonly head: bigint }
  /** Not deleted: its last event has another revision than was expected. */
  | { readonly kind: 'grown'; readonly ticket: number; readonly revision: number }
  | { readonly kind: 'done'; readonly ticket: number }
  | { readonly kind: 'failed'; readonly ticket: number; readonly reason: string };

/** `workerData` of the commit worker; `modules`: URLs of what it imports. */
export interface WorkerSettings {
  readonly file: string;
  readonly busyMs: number;
  readonly maxPages: number;
  readonly key: ChainKey | undefined;
  readonly headKey: ChainKey | undefined;
  readonly modules: {
    readonly chain: string;
    readonly schema: string;
  };
}

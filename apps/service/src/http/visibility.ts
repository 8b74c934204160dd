/** How long an answer waits for the read models, ms; then it goes out as it is, with a log line (design rule 7). */
export const VISIBLE_WITHIN_MS = 2_000;

/** Read your writes: waiting for the read models to show a position. */
export interface Visibility {
  /** True once what was appended is visible; false when the bound is over (logged, never an error). */
  visible(position: bigint | undefined): Promise<boolean>;
}

export const VISIBILITY = Symbol('Visibility');

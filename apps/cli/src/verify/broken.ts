/** What does not hold: an event of a stream, or a document of a read model. */
export type Broken =
  | { readonly stream: string; readonly revision: number; readonly reason: string }
  | { readonly read_model: string; readonly id: string; readonly position: number; readonly reason: string };

/** contract.md, `verify`. */
export interface Verified {
  readonly streams: number;
  readonly events: number;
  readonly broken: readonly Broken[];
}

export function brokenWords(broken: Broken): string {
  return 'stream' in broken
    ? `${broken.stream} revision ${broken.revision}: ${broken.reason}`
    : `${broken.read_model} ${broken.id} at ${broken.position}: ${broken.reason}`;
}

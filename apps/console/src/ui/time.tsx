import { useFormat } from './format.js';

/** A moment, as the reader's language and zone write it, on one line. */
export function Time({ at }: { readonly at: string }) {
  const format = useFormat();
  return <time dateTime={at}>{format.time(at)}</time>;
}

import { Fragment } from 'react';

/** As many characters as a line of a table's column has room for. */
const LINE = 32;

/** A name, an id or a host, whose words are not broken at their hyphens as long as a line can hold them. */
export function Whole({ name }: { readonly name: string }) {
  return name.split(' ').map((word, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: words of one name, which do not move
    <Fragment key={at}>
      {at > 0 && ' '}
      <span className={word.length <= LINE ? 'whole' : undefined}>{word}</span>
    </Fragment>
  ));
}

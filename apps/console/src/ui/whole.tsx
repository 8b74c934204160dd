/** As many characters as a line of a table's column has room for. */
const LINE = 32;

/** A name or id, such as a host, that is not broken at its hyphens as long as a line can hold it. */
export function Whole({ name }: { readonly name: string }) {
  return <span className={name.length <= LINE ? 'whole' : undefined}>{name}</span>;
}

/** Names that may become a path: ids and digests of ours, nothing with a dot or a slash. */
const SAFE = /^[A-Za-z0-9_-]{1,100}$/;

/** Throws where an owner or a name has a character that none of ours has. */
export function checkedName(owner: string, name: string): void {
  if (SAFE.test(owner) && SAFE.test(name)) return;
  throw new Error(`blob name ${owner}/${name} has characters that no id of ours has`);
}

import { chainRulesOf, HeadKey } from '#libs/event-store';
import type { InstallationKey } from '#libs/kernel';
import { projections } from '#projections';
import type { Workspace } from '../workspace/workspace.js';
import { Audit } from './audit.js';
import { PeriodAudit } from './coins.js';
import type { FilesInspected } from './files.js';
import { LogAudit } from './log.js';
import { confirmed, holdingsOf } from './read-models.js';
import type { Broken, Verified } from './streams.js';
import { verifyOneStream } from './streams.js';

/**
 * The whole store (design section 8, docs/auditing.md): every chain recomputed, the log compared with its signed heads,
 * every stream folded and every ledger recomputed, every picture compared with its digest, every document of every read
 * model compared with what the events say at its own position. Documents of deleted conversations have no events left,
 * so one that is still there is broken.
 *
 * Memory: the names of the streams, one digest a document, the documents that are not yet complete, and the events of
 * one stream at a time.
 */
export async function verifyAll(
  { stores: { events: store, readModels, blobs }, environment, refilled }: Workspace,
  key: InstallationKey,
  files: FilesInspected,
): Promise<Verified> {
  const broken: Broken[] = [...files.broken];
  for (const name of refilled)
    broken.push({ where: name, reason: 'had to be filled anew before it could be compared: it proves nothing' });
  const audits: Audit[] = [];
  for (const projection of projections) {
    const holdings = await holdingsOf(readModels, projection);
    if (holdings) audits.push(new Audit(projection, holdings));
    else broken.push({ where: projection.name, reason: 'is being rebuilt: its documents were not compared' });
  }
  const { anchorFile } = environment;
  const log = await LogAudit.begin(store, { key: new HeadKey(key.derive('log-heads')), anchorFile, ...files });
  const periods = new PeriodAudit();
  for await (const event of store.readAll()) {
    log.see(event);
    periods.see(event);
    for (const audit of audits) audit.see(event);
  }
  const rules = await chainRulesOf(store, key);
  let streams = 0;
  let events = 0;
  for (const stream of log.streams) {
    const verified = await verifyOneStream(store, blobs, stream, rules);
    streams += 1;
    events += verified.events;
    broken.push(...verified.broken);
  }
  broken.push(...periods.finish(), ...(await log.finish()));
  for (const audit of audits) broken.push(...(await confirmed(audit, readModels, store)));
  return { streams, events, broken };
}

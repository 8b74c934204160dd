import { Map as ImmutableMap } from 'immutable';
import type { SnapshotFormat } from '#libs/event-store';
import type { LedgerState } from './ledger.js';
import { SettledTurns } from './settled-turns.js';

const NEWLINE = Buffer.from('\n');

/** JSON in one line, and behind it the settled turns: of a long period nearly all of it, 16 bytes each. */
export const ledgerSnapshot: SnapshotFormat<LedgerState> = {
  version: 1,
  write: ({ settled, ...state }) => Buffer.concat([Buffer.from(JSON.stringify(state)), NEWLINE, settled.toBytes()]),
  entries: ({ open, owed, top_up_keys }) => open.size + owed.size + top_up_keys.size,
  read(snapshot) {
    const bytes = Buffer.from(snapshot.buffer, snapshot.byteOffset, snapshot.byteLength);
    const line = bytes.indexOf(NEWLINE);
    const { open, owed, top_up_keys, ...state } = JSON.parse(bytes.toString('utf8', 0, line));
    const maps = { open: ImmutableMap(open), owed: ImmutableMap(owed), top_up_keys: ImmutableMap(top_up_keys) };
    return { ...state, ...maps, settled: SettledTurns.fromBytes(bytes.subarray(line + 1)) };
  },
};

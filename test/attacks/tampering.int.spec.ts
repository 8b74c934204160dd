import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { jest } from '@jest/globals';
import { createProgram } from '../../apps/cli/src/program.js';
import { eventually } from '../support/api.js';
import { png } from '../support/images.js';
import { TestService } from '../support/service.js';

jest.setTimeout(120_000);

const root = mkdtempSync(join(tmpdir(), 'garnitur-tampering-'));
const whole = join(root, 'whole');
const anchors = join(root, 'anchors');
const ids = { company: '', talk: '', other: '', erased: '' };

interface Row {
  readonly position: number;
  readonly revision: number;
  readonly id: Uint8Array;
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
  readonly hash: Uint8Array;
}

/** The files of a stopped service, and what a hand does in them that knows everything but the installation's key. */
class Hand {
  readonly db: DatabaseSync;

  constructor(readonly dir: string) {
    this.db = new DatabaseSync(join(dir, 'events.db'), { enableForeignKeyConstraints: false });
  }

  /** The stream's whole name by its beginning. */
  name(prefix: string): string {
    return String(
      this.db.prepare('SELECT name FROM streams WHERE name LIKE ? ORDER BY key LIMIT 1').get(`${prefix}%`)?.name,
    );
  }

  key(name: string): number {
    return Number(this.db.prepare('SELECT key FROM streams WHERE name = ?').get(name)?.key);
  }

  rows(name: string): Row[] {
    const rows = this.db.prepare('SELECT * FROM events WHERE stream = ? ORDER BY revision').all(this.key(name));
    return rows.map(({ position, revision, id, type, data, metadata, hash }) => ({
      ...{ position: Number(position), revision: Number(revision), type: String(type) },
      ...{ data: String(data), metadata: String(metadata), id: bytes(id), hash: bytes(hash) },
    }));
  }

  /** Writes a stream's events anew from a revision on, each with the hash that fits before keys were used. */
  rewrite(name: string, from: number, change: (row: Row) => Row): void {
    let previous: Uint8Array = this.rows(name)[from - 1]?.hash ?? new Uint8Array(32);
    const write = this.db.prepare('UPDATE events SET data = ?, metadata = ?, hash = ? WHERE position = ?');
    for (const row of this.rows(name).slice(from)) {
      const { id, type, data, metadata, position } = change({
        ...row,
        metadata: row.metadata.replace(',"chain":2}', '}'),
      });
      previous = plainHash(previous, id, type, data, metadata);
      write.run(data, metadata, previous, position);
    }
  }

  close(): void {
    this.db.close();
  }
}

function bytes(value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return value;
  throw new Error('no bytes');
}

function plainHash(previous: Uint8Array, id: Uint8Array, type: string, data: string, metadata: string): Uint8Array {
  const hex = Buffer.from(id).toString('hex');
  const uuid = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const hash = createHash('sha256');
  for (const part of [previous, uuid, type, data, metadata].map((one) => Buffer.from(one))) {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(part.length);
    hash.update(length).update(part);
  }
  return hash.digest();
}

interface Verdict {
  readonly fails: boolean;
  /** One line each. */
  readonly broken: readonly string[];
}

/** `garnitur verify --json` in this process. */
async function verify(dir: string, env: Record<string, string> = {}): Promise<Verdict> {
  const before = { ...process.env };
  let out = '';
  const spy = jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += String(text);
    return true;
  });
  try {
    Object.assign(process.env, { DATA_DIR: dir, ...env });
    const fails = await createProgram()
      .parseAsync(['verify', '--json'], { from: 'user' })
      .then(
        () => false,
        () => true,
      );
    const { broken } = JSON.parse(out);
    return { fails, broken: broken.map((one: object) => Object.values(one).join(' ')) };
  } finally {
    spy.mockRestore();
    process.env = before;
  }
}

let copies = 0;

/** The same files after somebody has had his hand in them. */
async function forged(forge: (hand: Hand) => void, env: Record<string, string> = {}): Promise<Verdict> {
  copies += 1;
  const dir = join(root, `copy-${copies}`);
  cpSync(whole, dir, { recursive: true });
  const hand = new Hand(dir);
  try {
    forge(hand);
  } finally {
    hand.close();
  }
  return verify(dir, env);
}

/** One of the lines says all of these words, and the command fails. */
function expectFound({ fails, broken }: Verdict, ...words: readonly string[]): void {
  expect(broken).toContainEqual(expect.stringMatching(new RegExp(words.join('.*'))));
  expect(fails).toBe(true);
}

/** The read models are made of events, so whoever cuts the log can throw them away. */
function withoutReadModels({ dir }: Hand): void {
  for (const name of readdirSync(dir)) if (name.startsWith('read-models')) rmSync(join(dir, name));
}

function cutFrom(hand: Hand, position: number): void {
  hand.db.exec(`DELETE FROM events WHERE position >= ${position};
    DELETE FROM streams WHERE deleted = 0 AND key NOT IN (SELECT stream FROM events)`);
}

beforeAll(async () => {
  const service = await TestService.start({ dataDir: whole, env: { ANCHOR_FILE: anchors } });
  const { api, company_id } = await service.partner();
  ids.company = company_id;
  await service.addSeat(company_id, 'Цех');
  ids.talk = await api.conversation({ external_id: 'lead-1' });
  ids.other = await api.conversation({ external_id: 'lead-2' });
  ids.erased = await api.conversation({ external_id: 'lead-3' });
  const images = [{ mime: 'image/png', b64: png(64, 64).toString('base64') }];
  await api.say(ids.talk, 'прямая кухня 2400 мм, мойка 600 и плита', { images });
  await api.say(ids.other, 'прямая кухня 3000 мм, мойка 600 и плита');
  await api.say(ids.erased, 'прямая кухня 2000 мм, мойка 600');
  await api.post(`/v1/conversations/${ids.other}/handoff`, { seat: 'Цех' });
  await api.call('DELETE', `/v1/conversations/${ids.erased}`);
  await eventually(async () => {
    const { coins_left, coins_used } = await api.usage();
    return coins_left + coins_used === 100;
  });
  const stored = new DatabaseSync(join(whole, 'events.db'), { readOnly: true });
  const isErased = stored.prepare('SELECT deleted FROM streams WHERE name = ?');
  await eventually(async () => isErased.get(`conversation-${ids.erased}`)?.deleted === 1, 20_000);
  stored.close();
  await service.service.stop();
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('a hand in the files of the service', () => {
  it('that did nothing is told of nothing', async () => {
    expect(await forged(() => undefined, { ANCHOR_FILE: anchors })).toEqual({ fails: false, broken: [] });
  });

  it('that swapped the names of two streams is found', async () => {
    const verdict = await forged((hand) => {
      const [one, other] = [`conversation-${ids.talk}`, `conversation-${ids.other}`];
      const [first, second] = [hand.key(one), hand.key(other)];
      hand.db.exec(`UPDATE streams SET name = 'swapped' WHERE key = ${first};
        UPDATE streams SET name = '${one}' WHERE key = ${second};
        UPDATE streams SET name = '${other}' WHERE key = ${first}`);
      withoutReadModels(hand);
    });
    expectFound(verdict, `conversation-${ids.talk} 0 hash does not match`);
  });

  it.each(['lead-', 'card-'])("that deleted the last row of a %s's stream is found", async (prefix) => {
    const verdict = await forged((hand) => {
      const last = hand.rows(hand.name(prefix)).at(-1)?.position ?? 0;
      hand.db.exec(`DELETE FROM events WHERE position = ${last}`);
      withoutReadModels(hand);
    });
    expectFound(verdict, '1 of the events at positions', 'are gone');
  });

  it('that cut the end off is found by the read models, and without these by the anchor', async () => {
    const cut = (hand: Hand) => cutFrom(hand, hand.rows(hand.name('card-'))[0]?.position ?? 0);
    expectFound(await forged(cut), 'is there, and no event|no event of its own');
    const gone = (hand: Hand) => {
      cut(hand);
      withoutReadModels(hand);
    };
    expectFound(await forged(gone), 'had to be filled anew');
    expectFound(await forged(gone, { ANCHOR_FILE: anchors }), 'log after position', 'ANCHOR_FILE line');
  });

  it('that cut a whole stream is found, with and without the read models', async () => {
    const cut = (hand: Hand) =>
      hand.db.exec(`DELETE FROM events WHERE stream = ${hand.key(`conversation-${ids.other}`)};
        DELETE FROM streams WHERE name = 'conversation-${ids.other}'`);
    expectFound(await forged(cut), 'log after position', 'by its signed head');
    const verdict = await forged((hand) => {
      cut(hand);
      withoutReadModels(hand);
    });
    expectFound(verdict, 'are gone, and no erasure accounts');
  });

  it('that gave itself coins with a fitting hash is found', async () => {
    const verdict = await forged((hand) => {
      const name = hand.name('coins-');
      const last = hand.rows(name).at(-1);
      if (!last) throw new Error('no ledger');
      const { balance } = JSON.parse(last.data);
      const data = JSON.stringify({ coins: 1_000, balance: { ...balance, extra: balance.extra + 1_000 } });
      const metadata = '{"at":"2031-01-01T00:00:00.000Z","schema":1,"actor":"cli"}';
      const id = Buffer.from('019a00000000700080000000000000aa', 'hex');
      const position = Number(hand.db.prepare('SELECT max(position) + 1 AS next FROM events').get()?.next);
      hand.db
        .prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
        .run(
          ...[position, hand.key(name), last.revision + 1, id, 'CoinsAdded', data, metadata],
          plainHash(last.hash, id, 'CoinsAdded', data, metadata),
        );
      withoutReadModels(hand);
    });
    expectFound(verdict, 'coins-', 'its hash has no key');
  });

  it('that made a charge smaller, balances and chain with it, is found', async () => {
    const verdict = await forged((hand) => {
      const name = hand.name('coins-');
      const from = hand.rows(name).find(({ type }) => type === 'CoinsCharged')?.revision ?? 0;
      hand.rewrite(name, from, (row) => ({ ...row, data: row.data.replace(/"coins":\d+/, '"coins":1') }));
      withoutReadModels(hand);
    });
    expectFound(verdict, 'coins-', 'its hash has no key');
    expectFound(verdict, 'coins-', 'does not fold');
    expectFound(verdict, 'log after position', 'other events');
  });

  it('that wrote the whole log anew as if keys had never been is found by heads and anchor', async () => {
    const verdict = await forged(
      (hand) => {
        hand.db.exec("DELETE FROM events WHERE stream IN (SELECT key FROM streams WHERE name LIKE 'log-%')");
        hand.db.exec("DELETE FROM streams WHERE name LIKE 'log-%'");
        const names = hand.db.prepare('SELECT name FROM streams WHERE deleted = 0').all();
        for (const { name } of names) hand.rewrite(String(name), 0, (row) => row);
        withoutReadModels(hand);
      },
      { ANCHOR_FILE: anchors },
    );
    expectFound(verdict, 'log after position 0', 'ANCHOR_FILE line 1');
  });

  it('that changed a column beside the content is found: type, revision, place, stream', async () => {
    const wrong = async (set: string, ...words: string[]) =>
      expectFound(
        await forged((hand) => {
          const [, second] = hand.rows(`conversation-${ids.talk}`);
          hand.db.exec(
            `UPDATE events SET ${set.replace('SEAT', String(hand.key(hand.name('card-'))))} WHERE position = ${second?.position}`,
          );
        }),
        ...words,
      );
    await wrong("type = 'TurnStopped'", `conversation-${ids.talk} 1 hash does not match`);
    await wrong('revision = 77', 'revision 1 is missing');
    await wrong('position = 100000', 'not lie in the order of their revisions');
    await wrong('stream = SEAT', `conversation-${ids.talk}`);
  });

  it('that changed what queries look a document up by is found', async () => {
    const verdict = await forged(({ dir }) => {
      const models = new DatabaseSync(join(dir, 'read-models.db'));
      const { label } =
        models.prepare("SELECT label FROM _collections WHERE name = 'turns' AND serving = 1").get() ?? {};
      models.exec(`UPDATE "${label}" SET conversation_id = '${ids.other}'`);
      models.close();
    });
    expectFound(verdict, 'read-models.db column conversation_id of turns');
  });

  it('that damaged the pages of an index is found', async () => {
    const verdict = await forged((hand) => {
      const page = Number(
        hand.db.prepare("SELECT rootpage FROM sqlite_master WHERE name = 'events_by_id'").get()?.rootpage,
      );
      hand.db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      const file = join(hand.dir, 'events.db');
      const content = readFileSync(file);
      content.fill(0x5a, page * 4_096 - 200, page * 4_096 - 20);
      writeFileSync(file, content);
    });
    expectFound(verdict, 'events.db');
  });

  it('that changed a byte of a picture, or took it, is found', async () => {
    const change = (how: (file: string) => void) => (hand: Hand) => {
      const folder = join(hand.dir, 'blobs', ids.talk);
      for (const name of readdirSync(folder)) how(join(folder, name));
    };
    const changed = await forged(
      change((file) => {
        const content = readFileSync(file);
        content[20] = (content[20] ?? 0) ^ 1;
        writeFileSync(file, content);
      }),
    );
    expectFound(changed, `conversation-${ids.talk}`, 'picture', 'other bytes');
    expectFound(await forged(change((file) => rmSync(file))), 'picture', 'is missing');
  });

  it('that brought an erased stream back, or took its tombstone, is found', async () => {
    const back = await forged((hand) => {
      const erased = hand.key(`conversation-${ids.erased}`);
      const position = Number(hand.db.prepare('SELECT max(position) + 1 AS next FROM events').get()?.next);
      hand.db
        .prepare("INSERT INTO events VALUES (?, ?, 0, randomblob(16), 'Said', '{}', '{}', zeroblob(32))")
        .run(position, erased);
    });
    expectFound(back, 'an erased stream still has events');
    const taken = await forged((hand) => hand.db.exec(`DELETE FROM streams WHERE name = 'conversation-${ids.erased}'`));
    expectFound(taken, `conversation-${ids.erased}`, 'its tombstone is gone');
  });

  it('that took the read models leaves a verdict that says so', async () => {
    expectFound(await forged(withoutReadModels), 'had to be filled anew');
  });

  it('is found with the key alone: another one finds nothing whole', async () => {
    const verdict = await forged(() => undefined, { INSTALLATION_KEY: 'another key of thirty-two signs or more' });
    expectFound(verdict, "is not signed by this installation's key");
  });
});

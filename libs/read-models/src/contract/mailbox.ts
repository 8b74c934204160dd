import type { ReadModelStore } from '../port.js';

export function mailboxContract(current: () => ReadModelStore): void {
  describe('requests of another process', () => {
    it('are taken once, oldest first, and answered', async () => {
      const { mailbox } = current();
      const first = await mailbox.submit({ kind: 'rebuild', name: 'turns', key: undefined });
      const second = await mailbox.submit({ kind: 'retry', name: 'turns', key: 'trn_1' });
      expect(await mailbox.take()).toMatchObject({ id: first, kind: 'rebuild', name: 'turns', key: undefined });
      expect(await mailbox.take()).toMatchObject({ id: second, kind: 'retry', key: 'trn_1' });
      expect(await mailbox.take()).toBeUndefined();
      await mailbox.finish(first, { result: { events: 3 } });
      await mailbox.finish(second, { error: 'no such key' });
      expect(await mailbox.read(first)).toMatchObject({ state: 'done', result: { events: 3 } });
      expect(await mailbox.read(second)).toMatchObject({ state: 'failed', error: 'no such key' });
    });

    it('are taken by one of many that ask at once', async () => {
      const { mailbox } = current();
      const ids = [];
      for (const name of ['turns', 'orders', 'bom']) {
        ids.push(await mailbox.submit({ kind: 'rebuild', name, key: undefined }));
      }
      const taken = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(() => mailbox.take()));
      const late = [];
      for (let next = await mailbox.take(); next; next = await mailbox.take()) late.push(next);
      const got = [...taken, ...late].flatMap((request) => (request ? [request.id] : []));
      expect(got.sort()).toEqual(ids.sort());
    });

    it('are left to their owner by whoever names what it owns', async () => {
      const { mailbox } = current();
      const turns = await mailbox.submit({ kind: 'rebuild', name: 'turns', key: undefined });
      const coins = await mailbox.submit({ kind: 'retry', name: 'settle-coins', key: 'k' });
      expect(await mailbox.take([])).toBeUndefined();
      expect(await mailbox.take(['settle-coins', 'other'])).toMatchObject({ id: coins });
      expect(await mailbox.take(['turns'])).toMatchObject({ id: turns });
      await mailbox.recover(new Date(), ['turns']);
      expect(await mailbox.read(coins)).toMatchObject({ state: 'taken' });
      expect(await mailbox.take()).toMatchObject({ id: turns });
    });

    it('can be taken back while nobody has them', async () => {
      const { mailbox } = current();
      const open = await mailbox.submit({ kind: 'rebuild', name: 'turns', key: undefined });
      expect(await mailbox.withdraw(open)).toBe(true);
      const taken = await mailbox.submit({ kind: 'rebuild', name: 'turns', key: undefined });
      await mailbox.take();
      expect(await mailbox.withdraw(taken)).toBe(false);
    });

    it('of a service that died are open again; old answers go', async () => {
      const { mailbox } = current();
      const id = await mailbox.submit({ kind: 'rebuild', name: 'turns', key: undefined });
      await mailbox.take();
      await mailbox.recover(new Date());
      expect(await mailbox.take()).toMatchObject({ id });
      await mailbox.finish(id, { result: {} });
      await mailbox.recover(new Date(Date.now() + 2 * 86_400_000));
      expect(await mailbox.read(id)).toBeUndefined();
    });
  });
}

import type { ReadModelStore } from '../../src/port.js';

export function adminRequestsContract(current: () => ReadModelStore): void {
  describe('requests of another process', () => {
    it('are taken once, oldest first, and answered', async () => {
      const { adminRequests } = current();
      const first = await adminRequests.submit({ kind: 'rebuild', name: 'turns', key: undefined });
      const second = await adminRequests.submit({ kind: 'retry', name: 'turns', key: 'trn_1' });
      expect(await adminRequests.take()).toMatchObject({ id: first, kind: 'rebuild', name: 'turns', key: undefined });
      expect(await adminRequests.take()).toMatchObject({ id: second, kind: 'retry', key: 'trn_1' });
      expect(await adminRequests.take()).toBeUndefined();
      await adminRequests.finish(first, { result: { events: 3 } });
      await adminRequests.finish(second, { error: 'no such key' });
      expect(await adminRequests.read(first)).toMatchObject({ state: 'done', result: { events: 3 } });
      expect(await adminRequests.read(second)).toMatchObject({ state: 'failed', error: 'no such key' });
    });

    it('are taken by one of many that ask at once', async () => {
      const { adminRequests } = current();
      const ids = [];
      for (const name of ['turns', 'orders', 'bom']) {
        ids.push(await adminRequests.submit({ kind: 'rebuild', name, key: undefined }));
      }
      const taken = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(() => adminRequests.take()));
      const late = [];
      for (let next = await adminRequests.take(); next; next = await adminRequests.take()) late.push(next);
      const got = [...taken, ...late].flatMap((request) => (request ? [request.id] : []));
      expect(got.sort()).toEqual(ids.sort());
    });

    it('are left to their owner by whoever names what it owns', async () => {
      const { adminRequests } = current();
      const turns = await adminRequests.submit({ kind: 'rebuild', name: 'turns', key: undefined });
      const coins = await adminRequests.submit({ kind: 'retry', name: 'settle-coins', key: 'k' });
      expect(await adminRequests.take([])).toBeUndefined();
      expect(await adminRequests.take(['settle-coins', 'other'])).toMatchObject({ id: coins });
      expect(await adminRequests.take(['turns'])).toMatchObject({ id: turns });
      await adminRequests.recover(new Date(), ['turns']);
      expect(await adminRequests.read(coins)).toMatchObject({ state: 'taken' });
      expect(await adminRequests.take()).toMatchObject({ id: turns });
    });

    it('can be taken back while nobody has them', async () => {
      const { adminRequests } = current();
      const open = await adminRequests.submit({ kind: 'rebuild', name: 'turns', key: undefined });
      expect(await adminRequests.withdraw(open)).toBe(true);
      const taken = await adminRequests.submit({ kind: 'rebuild', name: 'turns', key: undefined });
      await adminRequests.take();
      expect(await adminRequests.withdraw(taken)).toBe(false);
    });

    it('of a service that died are open again; old answers go', async () => {
      const { adminRequests } = current();
      const id = await adminRequests.submit({ kind: 'rebuild', name: 'turns', key: undefined });
      await adminRequests.take();
      await adminRequests.recover(new Date());
      expect(await adminRequests.take()).toMatchObject({ id });
      await adminRequests.finish(id, { result: {} });
      await adminRequests.recover(new Date(Date.now() + 2 * 86_400_000));
      expect(await adminRequests.read(id)).toBeUndefined();
    });
  });
}

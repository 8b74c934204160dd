import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { balance } from './balance.js';
import { addressOf } from './http.js';

/** What a turn that moved on makes stale. */
const OF_TURNS = ['conversations', 'conversation', 'cards', 'analysis'];

/** Asks again for what the service says has changed; whether it is being listened to. */
export function useLive(): boolean {
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(true);
  useEffect(() => {
    const source = new EventSource(addressOf('/live'));
    source.onopen = () => setOpen(true);
    source.onerror = () => setOpen(false);
    const isStale = (key: string) => void queries.invalidateQueries({ queryKey: [key] });
    source.addEventListener('turn', () => OF_TURNS.forEach(isStale));
    // Told when the stream opens, too: what is known already is not asked for once more. A first answer that is on its way
    // is awaited, because it may be older than this news.
    source.addEventListener('balance', async ({ data }) => {
      const isShown = queries.getQueryState(balance.queryKey) !== undefined;
      const known = isShown ? await queries.ensureQueryData(balance).catch(() => undefined) : undefined;
      if (JSON.stringify(known?.balance) !== data) isStale('balance');
    });
    return () => source.close();
  }, [queries]);
  return isOpen;
}

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
    // Told when the stream opens, too: what is known already or on its way is not asked for once more.
    source.addEventListener('balance', ({ data }) => {
      const isComing = queries.isFetching({ queryKey: balance.queryKey, exact: true }) > 0;
      const known = queries.getQueryData(balance.queryKey)?.balance;
      if (!isComing && JSON.stringify(known) !== data) isStale('balance');
    });
    return () => source.close();
  }, [queries]);
  return isOpen;
}

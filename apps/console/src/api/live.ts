import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { addressOf } from './http.js';

/** What each kind of news makes stale. */
const CONCERNS: Readonly<Record<string, readonly string[]>> = {
  turn: ['conversations', 'conversation', 'cards', 'analysis'],
  balance: ['balance'],
};

/** Asks again for what the service says has changed; whether it is being listened to. */
export function useLive(): boolean {
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(true);
  useEffect(() => {
    const source = new EventSource(addressOf('/live'));
    source.onopen = () => setOpen(true);
    source.onerror = () => setOpen(false);
    for (const [kind, keys] of Object.entries(CONCERNS))
      source.addEventListener(kind, () => {
        for (const key of keys) void queries.invalidateQueries({ queryKey: [key] });
      });
    return () => source.close();
  }, [queries]);
  return isOpen;
}

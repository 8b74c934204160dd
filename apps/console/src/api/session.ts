import { queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { ApiError, get } from './http.js';

export type Role = 'owner' | 'auditor' | 'workplace';

export interface Session {
  readonly company_id: string;
  readonly company_title: string;
  readonly role: Role;
  /** The workplace that a session of that role is for. */
  readonly seat_id: number | null;
  readonly seat_title: string | null;
  readonly expires_at: string;
}

/** Who is signed in; null where nobody is. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) =>
    get<{ session: Session }>('/session', {}, signal).then(
      ({ session }) => session,
      (error: unknown) => {
        if (error instanceof ApiError && error.status === 401) return null;
        throw error;
      },
    ),
  staleTime: 60_000,
});

/** Not asked while a link waits to be used. */
export function useSignedIn(enabled: boolean) {
  return useQuery({ ...sessionQuery, enabled });
}

export const SessionContext = createContext<Session | undefined>(undefined);

/** @throws outside of a signed-in part of the console. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('nobody is signed in here');
  return session;
}

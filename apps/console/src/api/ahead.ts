import type { LoaderFunction, LoaderFunctionArgs } from 'react-router';
import { accessToken } from './access.js';
import { queryClient } from './query-client.js';
import { type Session, sessionQuery } from './session.js';

/**
 * A screen's questions, asked while its code is on its way; the screen waits for what it shows first, not for all of them.
 * Nothing is asked for somebody who is not signed in, or where a link of access waits to be used.
 */
export function ahead(ask: (args: LoaderFunctionArgs, session: Session) => void): LoaderFunction {
  return (args) => {
    void whoIsSignedIn().then((session) => session && ask(args, session));
    return null;
  };
}

async function whoIsSignedIn(): Promise<Session | null | undefined> {
  if (accessToken !== undefined) return queryClient.getQueryData(sessionQuery.queryKey);
  // What went wrong is told by the door.
  return queryClient.ensureQueryData(sessionQuery).catch(() => null);
}

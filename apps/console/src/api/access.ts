/**
 * The token of the link of access that this page was opened by. It leaves the address bar and the history at once, before
 * the router takes the address over.
 */
function takeToken(): string | undefined {
  const { search, pathname } = location;
  const token = new URLSearchParams(search).get('access') ?? undefined;
  if (token !== undefined) history.replaceState(history.state, '', pathname);
  return token;
}

export const accessToken = takeToken();

/** The session of the cabinet in a browser: its credential, which no script can read and no other site can have sent. */
const NAME = 'garnitur_cabinet';

/** The credential among a request's cookies; undefined where there is none. */
export function credentialOf(cookies: string | undefined): string | undefined {
  const prefix = `${NAME}=`;
  return cookies
    ?.split(';')
    .map((cookie) => cookie.trim())
    .find((cookie) => cookie.startsWith(prefix))
    ?.slice(prefix.length);
}

/** @param publicUrl PUBLIC_URL: behind TLS the cookie never travels without it. */
export function sessionCookie(credential: string, maxAgeMs: number, publicUrl: string): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  const maxAge = Math.floor(maxAgeMs / 1_000);
  return `${NAME}=${credential}; Path=/cabinet; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${secure}`;
}

export function endedCookie(publicUrl: string): string {
  return sessionCookie('', 0, publicUrl);
}

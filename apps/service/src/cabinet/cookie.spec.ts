import { credentialOf, endedCookie, sessionCookie } from './cookie.js';

describe('the cookie of the cabinet', () => {
  it('behind TLS never travels without it', () => {
    expect(sessionCookie('c', 1_000, 'https://kitchens.example')).toBe(
      'garnitur_cabinet=c; Path=/cabinet; Max-Age=1; HttpOnly; SameSite=Strict; Secure',
    );
    expect(sessionCookie('c', 1_000, 'http://127.0.0.1:3000')).not.toContain('Secure');
  });

  it('is found among others, and is none of another name', () => {
    expect(credentialOf('a=1; garnitur_cabinet=cmp_1.x; b=2')).toBe('cmp_1.x');
    expect([credentialOf(undefined), credentialOf(''), credentialOf('x_garnitur_cabinet=1')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('is taken away by an empty one', () => {
    expect(endedCookie('http://127.0.0.1')).toContain('garnitur_cabinet=; Path=/cabinet; Max-Age=0;');
  });
});

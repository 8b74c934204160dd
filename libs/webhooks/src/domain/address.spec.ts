import { readFileSync } from 'node:fs';
import { addressProblem } from './address.js';

const vectors: { url_reject: string[]; accept: string[] } = JSON.parse(
  readFileSync(new URL('../ssrf-vectors.json', import.meta.url), 'utf8'),
);
const production = { allowPrivate: false, ownHost: 'api.garnitur.test' };
/** Vectors that are URLs; the others describe a kind of URL in words and are built below. */
const urls = (list: string[]) =>
  list.map((entry) => entry.split(' (')[0] ?? '').filter((entry) => /^[a-z]+:\/\//.test(entry));

describe('a webhook address in production', () => {
  it.each(urls(vectors.url_reject))('%s is refused when it is saved', (url) => {
    expect(addressProblem(url, production)).toEqual(expect.any(String));
  });

  it.each([
    ['the own public host name', 'https://api.garnitur.test/hook'],
    ['a URL longer than 2048', `https://a.test/${'x'.repeat(2_048)}`],
    ['a CR', 'https://a.test/\r'],
    ['a LF', 'https://a.test/\nx'],
    ['a TAB', 'https://a.\ttest/'],
    ['a NUL', 'https://a.test/\0'],
    ['words', 'not a url'],
  ])('%s is refused', (_name, url) => {
    expect(addressProblem(url, production)).toEqual(expect.any(String));
  });

  it.each(urls(vectors.accept))('%s is accepted', (url) => {
    expect(addressProblem(url, production)).toBeUndefined();
  });
});

describe('a webhook address where private ones are allowed', () => {
  it('may be plain http on any port, and still no other scheme and no password', () => {
    const here = { allowPrivate: true };
    expect(addressProblem('http://127.0.0.1:9000/hook', here)).toBeUndefined();
    for (const url of ['ftp://a.test/', 'file:///etc/passwd', 'http://user:pw@a.test/', 'nothing']) {
      expect(addressProblem(url, here)).toEqual(expect.any(String));
    }
  });
});

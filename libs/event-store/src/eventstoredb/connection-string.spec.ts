import { parseConnectionString } from './connection-string.js';

describe('a connection string', () => {
  it('names hosts, user and settings; TLS is on unless it says otherwise', () => {
    expect(parseConnectionString('esdb://localhost')).toMatchObject({
      discover: false,
      hosts: [{ address: 'localhost', port: 2113 }],
      user: undefined,
      tls: true,
      nodePreference: 'leader',
    });
    expect(
      parseConnectionString(
        ' esdb+discover://a.example:1,b-2:2113/?tls=false&NodePreference=readOnlyReplica&keepAliveInterval=-1 ',
      ),
    ).toMatchObject({
      discover: true,
      hosts: [
        { address: 'a.example', port: 1 },
        { address: 'b-2', port: 2113 },
      ],
      tls: false,
      nodePreference: 'read_only_replica',
      keepAliveInterval: -1,
    });
  });

  it('takes the newer names of the scheme, and a password with every sign', () => {
    for (const scheme of ['esdb', 'kurrentdb', 'kurrent', 'kdb+discover']) {
      const { user } = parseConnectionString(`${scheme}://admin:p%40ss:w%2Frd@host:2113?tls=true`);
      expect(user).toEqual({ username: 'admin', password: 'p@ss:w/rd' });
    }
    expect(parseConnectionString('esdb://admin:p@ss@host').user?.password).toBe('p@ss');
  });

  it('with something wrong is refused in a line that does not repeat it', () => {
    const wrong = [
      'esdb:/x:S3cret@y',
      'mongodb://x:S3cret@y',
      'esdb://x:S3cret@',
      'esdb://x:S3cret@h?tls=1',
      'esdb://x:S3cret@h?colour=red',
      'esdb://x:S3cret%zz@h',
      'esdb://x:S3cret@h?keepAliveInterval=soon',
      'esdb://x:S3cret@h?nodePreference=best',
      'esdb://x:S3cret@h?tlsVerifyCert=false',
    ];
    for (const text of wrong) {
      expect(() => parseConnectionString(text)).toThrow(/^(?!.*S3cret)[^\n]{10,}$/);
    }
  });
});

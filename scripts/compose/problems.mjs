// What is wrong with docker-compose.yml and Dockerfile, without a docker engine: the shape, every reference (files,
// services, volumes, networks), the environment against the configuration's own list and rules, pinned images, and what
// keeps containers small: read-only, non-root, no secret in the file.
import { CORE_SCHEMA, load, mergeTag } from 'js-yaml';
import { REQUIRED, ROOTLESS_IMAGES, SERVICE, TOP, text } from './shape.mjs';

/**
 * @param files `compose` and `dockerfile` as text, `exists(path)` of what lies beside them, `node` the pinned version.
 * @param configuration `VARIABLES` and `readEnvironment` of the service.
 * @returns a line each; none where all is sound.
 */
export function problemsOf({ compose: composeText, dockerfile, exists, node }, configuration) {
  const problems = [];
  const complain = (where, what) => problems.push(`${where}: ${what}`);
  const compose = parsed(composeText, complain);
  if (!compose) return problems;
  for (const key of Object.keys(compose))
    if (!TOP.includes(key) && !key.startsWith('x-')) complain(key, 'is no part of a compose file');
  const services = Object.entries(compose.services ?? {});
  for (const [name, service] of services) {
    checkShape(name, service, complain);
    checkHarm(name, service, complain);
    checkReferences(name, service, { compose, exists }, complain);
    checkSecrets(name, service, complain);
    if (service.build === undefined) checkImage(`${name}.image`, service.image, complain);
    else checkOurs(name, service, { exists, ...configuration }, complain);
  }
  checkRoles(services, complain);
  checkDockerfile({ dockerfile, exists, node }, complain);
  return problems;
}

function parsed(composeText, complain) {
  try {
    return load(composeText, { schema: CORE_SCHEMA.withTags(mergeTag) });
  } catch (error) {
    complain('docker-compose.yml', error.message.split('\n', 1)[0]);
    return undefined;
  }
}

function checkShape(name, service, complain) {
  for (const [key, value] of Object.entries(service)) {
    if (!(key in SERVICE)) complain(`${name}.${key}`, 'is not known here');
    else if (!SERVICE[key](value)) complain(`${name}.${key}`, `cannot be ${JSON.stringify(value)}`);
  }
  for (const key of REQUIRED) if (service[key] === undefined) complain(name, `has no ${key}`);
}

function checkHarm(name, service, complain) {
  if (service.read_only !== true) complain(name, 'is not read-only');
  if (!service.cap_drop?.includes('ALL')) complain(name, 'keeps capabilities');
  if (!service.security_opt?.includes('no-new-privileges:true')) complain(name, 'may gain privileges');
  const rootless = ROOTLESS_IMAGES.includes(service.image?.split(':')[0]);
  if (service.user === undefined ? !rootless : /^(root|0)\b/.test(service.user)) complain(name, 'runs as root');
  if (service.ports && service.build === undefined) complain(`${name}.ports`, 'a store is not to be published');
}

function checkReferences(name, service, { compose, exists }, complain) {
  for (const volume of service.volumes ?? []) {
    const [source] = volume.split(':');
    if (/^[./]/.test(source) ? !exists(source) : !(source in (compose.volumes ?? {})))
      complain(`${name}.volumes`, `${source} is not there`);
  }
  for (const network of service.networks ?? [])
    if (!(network in (compose.networks ?? {}))) complain(`${name}.networks`, `${network} is not there`);
  for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
    if (!compose.services[other]) complain(`${name}.depends_on`, `${other} is not there`);
    else if (condition === 'service_healthy' && !compose.services[other].healthcheck)
      complain(`${name}.depends_on`, `${other} has no health check`);
  }
}

function checkSecrets(name, service, complain) {
  for (const [variable, value] of Object.entries(service.environment ?? {})) {
    if (/SECRET|PASSWORD|TOKEN|API_KEY/.test(variable) && !/^\$\{\w+(:[-?][^}]*)?\}$/.test(value))
      complain(`${name}.${variable}`, 'is a secret in the file');
    if (/\/\/[^/@]*:[^/@]+@/.test(String(value).replace(/\$\{[^}]*\}/g, '')))
      complain(`${name}.${variable}`, 'has a password in it');
  }
}

/** A node of ours: its settings are those of the configuration, and the configuration takes them. */
function checkOurs(name, service, { exists, VARIABLES, readEnvironment }, complain) {
  const from = text(service.build) ? { context: service.build } : service.build;
  const file = `${from.context}/${from.dockerfile ?? 'Dockerfile'}`;
  if (!exists(file)) complain(`${name}.build`, `${file} is not there`);
  const environment = Object.entries(service.environment ?? {});
  for (const [variable] of environment)
    if (!VARIABLES.includes(variable)) complain(`${name}.${variable}`, 'is no setting of the service');
  const filled = environment.map(([variable, value]) => [variable, fill(String(value))]);
  try {
    readEnvironment({ NODE_ENV: 'production', ...Object.fromEntries(filled) });
  } catch (error) {
    complain(name, error.message);
  }
}

/** As docker fills it in where only the variables that must be set are set. */
function fill(value) {
  return value.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_all, name, kind, rest) =>
    kind === '-' ? rest : kind === '?' ? `given-${name.toLowerCase()}`.padEnd(32, '-') : '',
  );
}

function checkRoles(services, complain) {
  const count = (role) =>
    services
      .filter(([, { build, environment }]) => build !== undefined && environment?.ROLE === role)
      .reduce((sum, [, { deploy }]) => sum + (deploy?.replicas ?? 1), 0);
  if (count('api') < 1) complain('services', 'there is no api node');
  if (count('worker') < 2) complain('services', 'there are fewer than two workers: one could not die');
}

function checkImage(where, image, complain) {
  const [path = '', tag] = String(image).split(':');
  if (!tag || tag === 'latest') complain(where, `${image} is not pinned`);
  // A host has a dot or a port in front of the first slash.
  if (path.includes('/') && path.split('/')[0].includes('.')) complain(where, `${image} names a registry`);
}

function checkDockerfile({ dockerfile, exists, node }, complain) {
  const lines = dockerfile.replaceAll('\\\n', ' ').split('\n');
  const stages = lines.filter((line) => line.startsWith('FROM '));
  if (stages.length < 2) complain('Dockerfile', 'is not built in stages');
  for (const stage of stages) {
    const [, image] = stage.split(/\s+/);
    checkImage('Dockerfile', image, complain);
    if (!image.startsWith(`node:${node}-`)) complain('Dockerfile', `${image} is not the pinned node ${node}`);
  }
  for (const line of lines.filter((one) => /^COPY (?!--from)/.test(one)))
    for (const source of line.split(/\s+/).slice(1, -1))
      if (!exists(source)) complain('Dockerfile', `${source} is not there`);
  const last = dockerfile.slice(dockerfile.lastIndexOf('FROM '));
  if (!/^USER (?!root\b|0\b)\w+/m.test(last)) complain('Dockerfile', 'the image runs as root');
  if (!/^HEALTHCHECK /m.test(last)) complain('Dockerfile', 'the image has no health check');
  const [, main] = /dist\/([^"\s]+?)\.js/.exec(/^CMD .*$/m.exec(last)?.[0] ?? '') ?? [];
  if (!main || !exists(`${main}.ts`)) complain('Dockerfile', 'CMD starts nothing that is built');
}

// What docker-compose.yml may say here: the part of the compose format that it uses, each key with what it can hold.
// Anything else is a misspelling that docker would tell of much later, or a feature to be added to this table.

const map = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
export const text = (value) => typeof value === 'string';
const texts = (value) => Array.isArray(value) && value.every(text);
const flag = (value) => typeof value === 'boolean';
const duration = (value) => text(value) && /^(\d+(ms|s|m|h))+$/.test(value);
const scalars = (value) => map(value) && Object.values(value).every((one) => ['string', 'number'].includes(typeof one));

export const TOP = ['name', 'services', 'networks', 'volumes'];

export const SERVICE = {
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

/** What every service says: it can be seen to be ill, is started again, ends in good order and can do little harm. */
export const REQUIRED = [
  'image',
  'healthcheck',
  'read_only',
  'cap_drop',
  'security_opt',
  'restart',
  'stop_grace_period',
  'networks',
];

/** Images that run as a user of their own. */
export const ROOTLESS_IMAGES = ['eventstore/eventstore'];

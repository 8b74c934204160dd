import { readFileSync } from 'node:fs';

/** Where and how to reach the server, as the connection string says. */
export interface Connection {
  /** `esdb+discover://`: the addresses are asked which nodes there are. */
  readonly discover: boolean;
  readonly hosts: readonly { readonly address: string; readonly port: number }[];
  readonly user: { readonly username: string; readonly password: string } | undefined;
  readonly tls: boolean;
  readonly rootCertificate: Buffer | undefined;
  readonly nodePreference: 'leader' | 'follower' | 'read_only_replica' | 'random';
  /** ms */
  readonly keepAliveInterval: number;
  /** ms */
  readonly keepAliveTimeout: number;
}

const PORT = 2113;
const KEEP_ALIVE_MS = 10_000;
const SCHEMES = /^(esdb|kurrentdb|kurrent|kdb)(\+discover)?:\/\//;
const PREFERENCES = {
  leader: 'leader',
  follower: 'follower',
  readonlyreplica: 'read_only_replica',
  random: 'random',
} as const;
/** Settings of the client that this service decides by itself. */
const IGNORED = new Set([
  'connectionname',
  'defaultdeadline',
  'discoveryinterval',
  'gossiptimeout',
  'maxdiscoverattempts',
  'throwonappendfailure',
]);

/**
 * Reads `esdb://user:password@host:2113,host:2113?tls=true&tlsCAFile=/ca.pem`. Throws an `Error` whose one line says
 * what is wrong and never repeats the string: it may hold a password.
 */
export function parseConnectionString(text: string): Connection {
  const scheme = SCHEMES.exec(text.trim());
  if (!scheme) throw new Error('is no connection string: expected esdb://host:2113?tls=false or esdb+discover://…');
  const rest = text.trim().slice(scheme[0].length);
  const [, authority = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(rest) ?? [];
  const at = authority.lastIndexOf('@');
  const hosts = authority
    .slice(at + 1)
    .replace(/\/+$/, '')
    .split(',')
    .map(hostOf);
  return {
    discover: scheme[2] !== undefined,
    hosts,
    user: userOf(authority.slice(0, Math.max(0, at))),
    ...settingsOf(query),
  };
}

function hostOf(text: string): { address: string; port: number } {
  const [, address = '', port = `${PORT}`] = /^([A-Za-z0-9._-]+)(?::(\d{1,5}))?$/.exec(text.trim()) ?? [];
  if (address === '' || Number(port) < 1 || Number(port) > 65_535)
    throw new Error('names no host that can be read: expected host:port, several separated by commas');
  return { address, port: Number(port) };
}

function userOf(text: string): Connection['user'] {
  if (text === '') return undefined;
  const colon = text.indexOf(':');
  if (colon < 1) throw new Error('has a user without a password: expected user:password@host');
  return { username: decoded(text.slice(0, colon)), password: decoded(text.slice(colon + 1)) };
}

function settingsOf(query: string) {
  const given = new Map<string, string>();
  for (const pair of query.split('&').filter((part) => part !== '')) {
    const [name = '', value = ''] = pair.split('=');
    given.set(name.toLowerCase(), decoded(value));
  }
  const take = (name: string): string | undefined => {
    const value = given.get(name.toLowerCase());
    given.delete(name.toLowerCase());
    return value;
  };
  const tls = flag('tls', take('tls') ?? 'true');
  const rootCertificate = certificate(take('tlsCAFile'));
  if (!flag('tlsVerifyCert', take('tlsVerifyCert') ?? 'true'))
    throw new Error('sets tlsVerifyCert=false, which is not possible here: name the authority with tlsCAFile=…');
  const preference = take('nodePreference') ?? 'leader';
  const nodePreference = Object.entries(PREFERENCES).find(([name]) => name === preference.toLowerCase())?.[1];
  if (!nodePreference)
    throw new Error('has a nodePreference that is none of leader, follower, readOnlyReplica, random');
  const keepAliveInterval = milliseconds('keepAliveInterval', take('keepAliveInterval'));
  const keepAliveTimeout = milliseconds('keepAliveTimeout', take('keepAliveTimeout'));
  const unknown = [...given.keys()].filter((name) => !IGNORED.has(name));
  if (unknown.length > 0) throw new Error(`has settings that are not known: ${unknown.join(', ')}`);
  return { tls, rootCertificate, nodePreference, keepAliveInterval, keepAliveTimeout };
}

function flag(name: string, value: string): boolean {
  if (value !== 'true' && value !== 'false') throw new Error(`has a ${name} that is neither true nor false`);
  return value === 'true';
}

function milliseconds(name: string, value: string | undefined): number {
  if (value === undefined) return KEEP_ALIVE_MS;
  if (!/^(-1|\d+)$/.test(value)) throw new Error(`has a ${name} that is no number of milliseconds`);
  return Number(value);
}

function certificate(file: string | undefined): Buffer | undefined {
  if (file === undefined) return undefined;
  try {
    return readFileSync(file);
  } catch {
    throw new Error(`names a tlsCAFile that cannot be read: ${file}`);
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error('has a percent sign that begins no code: write %25 for a percent sign');
  }
}

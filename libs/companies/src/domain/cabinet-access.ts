import { Problem } from '#libs/kernel';
import { type CabinetRole, type CompanyEvent, cabinetRoles } from '../events/company-events.js';

/** A link of access that has not been used. */
export interface AccessLink {
  readonly role: string;
  /** Of the role `workplace`: the seat that it signs in to. */
  readonly seat_id?: number | undefined;
  /** ISO 8601. */
  readonly expires_at: string;
}

/** Somebody who is signed in to the cabinet. */
export interface CabinetSession {
  readonly session_id: string;
  readonly role: CabinetRole;
  readonly seat_id?: number | undefined;
  /** ISO 8601. */
  readonly expires_at: string;
}

/** Links and sessions by the hash of their secret. Those that are over go when the next session is opened. */
export interface CabinetAccess {
  readonly links: { readonly [token_hash: string]: AccessLink };
  readonly sessions: { readonly [session_hash: string]: CabinetSession };
}

export const NO_ACCESS: CabinetAccess = { links: {}, sessions: {} };

type Opened = Extract<CompanyEvent, { type: 'CabinetSessionOpened' }>['data'];

/** @throws {Problem} `unauthorized` where the link has been used, has expired or never was: nobody learns which. */
export function usableLink(
  { links }: CabinetAccess,
  tokenHash: string,
  now: string,
): AccessLink & { role: CabinetRole } {
  const link = Object.hasOwn(links, tokenHash) ? links[tokenHash] : undefined;
  const role = cabinetRoles.find((known) => known === link?.role);
  if (!link || !role || link.expires_at <= now) throw linkRefused();
  return { ...link, role };
}

export function linkRefused(): Problem {
  return new Problem('unauthorized', 'the link has been used or has expired: ask for another');
}

/** The session that a secret opens; undefined where it has been closed, has expired or never was. */
export function livingSession(
  { sessions }: CabinetAccess,
  sessionHash: string,
  now: string,
): CabinetSession | undefined {
  const session = Object.hasOwn(sessions, sessionHash) ? sessions[sessionHash] : undefined;
  return session && session.expires_at > now ? session : undefined;
}

export function withLink({ links, sessions }: CabinetAccess, tokenHash: string, link: AccessLink): CabinetAccess {
  return { links: { ...links, [tokenHash]: link }, sessions };
}

export function withSession({ links, sessions }: CabinetAccess, opened: Opened): CabinetAccess {
  const { session_hash, token_hash, session_id, role, seat_id, opened_at, expires_at } = opened;
  const { [token_hash]: _, ...unused } = living(links, opened_at);
  const session = { session_id, role, ...(seat_id === undefined ? {} : { seat_id }), expires_at };
  return { links: unused, sessions: { ...living(sessions, opened_at), [session_hash]: session } };
}

export function withoutSession({ links, sessions }: CabinetAccess, sessionId: string): CabinetAccess {
  const others = Object.entries(sessions).filter(([, { session_id }]) => session_id !== sessionId);
  return { links, sessions: Object.fromEntries(others) };
}

function living<One extends { readonly expires_at: string }>(all: { readonly [hash: string]: One }, now: string) {
  return Object.fromEntries(Object.entries(all).filter(([, { expires_at }]) => expires_at > now));
}

/** The bare address of a company's cabinet: it carries no credential (contract.md). `base`: PUBLIC_URL. */
export function cabinetUrl(base: string, companyId: string): string {
  return `${base.replace(/\/+$/, '')}/cabinet/${companyId}`;
}

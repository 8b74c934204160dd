import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Finish, ViewName } from '#libs/furniture';

/** What a signed link shows: content is addressed by conversation and turn, the finishes are inside. */
export interface LinkContent {
  readonly conversation_id: string;
  /** The turn that made the order. */
  readonly turn: number;
  readonly format: 'svg' | 'html' | 'pdf' | 'glb';
  readonly view: ViewName;
  readonly carcass: Finish;
  readonly facade: Finish;
  /** ms since 1970. */
  readonly expires: number;
}

/** Bytes of the authentication code in a token: 128 bits, so that links stay short enough for messengers. */
const MAC_BYTES = 16;

export interface LinkSigner {
  sign(content: LinkContent): string;
  /** Undefined for a forged, damaged or expired token: both give 404. */
  open(token: string, nowMs: number): LinkContent | undefined;
}

export function createLinkSigner(secret: string): LinkSigner {
  const mac = (payload: string) =>
    createHmac('sha256', secret).update(`link:${payload}`).digest().subarray(0, MAC_BYTES);
  return {
    sign(content) {
      const { conversation_id, turn, format, view, carcass, facade, expires } = content;
      const payload = Buffer.from(
        JSON.stringify([conversation_id, turn, format, view, carcass, facade, expires]),
      ).toString('base64url');
      return `${payload}.${mac(payload).toString('base64url')}`;
    },
    open(token, nowMs) {
      const [payload, code, ...rest] = token.split('.');
      if (!payload || !code || rest.length > 0) return undefined;
      const given = Buffer.from(code, 'base64url');
      const right = mac(payload);
      // The text is compared too: base64url decoding forgives characters that a signature must not forgive.
      if (given.length !== right.length || !timingSafeEqual(given, right) || code !== right.toString('base64url'))
        return undefined;
      const content = decode(payload);
      return content.expires > nowMs ? content : undefined;
    },
  };
}

/** Only ever called on a payload that we signed. */
function decode(payload: string): LinkContent {
  const [conversation_id, turn, format, view, carcass, facade, expires] = JSON.parse(
    Buffer.from(payload, 'base64url').toString(),
  );
  return { conversation_id, turn, format, view, carcass, facade, expires };
}

/** How links are made and opened. */
export interface Links {
  readonly signer: LinkSigner;
  /** `LINK_TTL`, ms. */
  readonly ttlMs: number;
  /** Base of the links that leave the service, without a slash at its end. */
  publicUrl(): string;
}

export const LINKS = Symbol('Links');

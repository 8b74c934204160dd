import { type CabinetRole, IssueCabinetAccess } from '#libs/companies';
import { Garnitur } from '../../packages/client/src/index.js';
import { type Answer, Api, type Call } from '../support/api.js';
import type { TestService } from '../support/service.js';

/** Somebody signed in to the cabinet: a browser with its cookie, on a page of ours. */
export class Visitor extends Api {
  constructor(
    url: string,
    readonly cookie: string,
  ) {
    super(url, '');
  }

  override call(method: string, path: string, body?: unknown, { headers = {}, ...call }: Call = {}): Promise<Answer> {
    const own = { 'x-cabinet': '1', ...(this.cookie === '' ? {} : { cookie: this.cookie }) };
    return super.call(method, path, body, { key: null, ...call, headers: { ...own, ...headers } });
  }
}

/** The API as *Try it* speaks to it: the session stands for the key. */
export function tryAs({ url, cookie }: Visitor): Garnitur {
  return new Garnitur({ url: `${url}/cabinet/api/try`, headers: { 'x-cabinet': '1', cookie }, pollMs: 20 });
}

/** The token of a new link of access. */
export async function accessToken(
  { service }: TestService,
  access: { company_id: string; role?: CabinetRole; seat_id?: number; ttl_ms?: number },
): Promise<string> {
  const link = { role: 'owner', ttl_ms: 60_000, ...access };
  return (await service.commands.execute(new IssueCabinetAccess(link, { actor: 'test' }))).token;
}

export function signInWith(url: string, company_id: string, access: string, call?: Call): Promise<Answer> {
  return new Visitor(url, '').post('/cabinet/api/session', { company_id, access }, call);
}

/** Signs in by a new link. */
export async function visit(
  service: TestService,
  company_id: string,
  role: CabinetRole = 'owner',
  seat_id?: number,
): Promise<Visitor> {
  const token = await accessToken(service, { company_id, role, ...(seat_id === undefined ? {} : { seat_id }) });
  const { status, headers, text } = await signInWith(service.url, company_id, token);
  if (status !== 201) throw new Error(`not signed in: ${status} ${text}`);
  return new Visitor(service.url, cookieOf(headers));
}

export function cookieOf(headers: Headers): string {
  return headers.get('set-cookie')?.split(';')[0] ?? '';
}

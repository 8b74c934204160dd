import { ScriptedAssistant } from '../../libs/assistant/test/scripted-assistant.js';
import { builds } from '../support/answers.js';
import type { Answer } from '../support/api.js';
import { type TestPartner, TestService } from '../support/service.js';

/** What goes beyond spec.md for workshops and showrooms: the list of parts, the model in three dimensions. */
describe('for the workshop', () => {
  let service: TestService;
  let partner: TestPartner;
  let id: string;
  beforeAll(async () => {
    service = await TestService.start({ assistant: new ScriptedAssistant([builds]) });
    partner = await service.partner({ coins: 100 });
    id = await partner.api.conversation();
    await partner.api.say(id, 'собери');
  });
  afterAll(() => service.stop());

  describe('GET /v1/conversations/{id}/parts', () => {
    it('is every part of the order, which sum up to the bill of materials', async () => {
      const { status, json } = await partner.api.get(`/v1/conversations/${id}/parts`);
      expect(status).toBe(200);
      expect(json).toMatchObject({ ok: true, order_id: `lead-${id}`, turn: 1 });
      expect(Object.keys(json)).toEqual(['ok', 'order_id', 'turn', 'parts', 'worktops', 'linear', 'bars', 'pieces']);
      const { bom } = (await partner.api.get(`/v1/conversations/${id}/bom`)).json;
      const area = json.parts.reduce(
        (sum: number, part: { qty: number; length_mm: number; width_mm: number }) =>
          sum + part.qty * part.length_mm * part.width_mm,
        0,
      );
      expect(area).toBe(bom.sheets.reduce((sum: number, row: { area_mm2: number }) => sum + row.area_mm2, 0));
    });

    it('format=csv is a file for cutting programs, format=json the same as without', async () => {
      const { status, headers, text } = await partner.api.get(`/v1/conversations/${id}/parts?format=csv`);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
      expect(headers.get('content-disposition')).toBe('attachment; filename="parts.csv"');
      const [heading, first] = text.split('\r\n');
      expect(heading).toBe('Name,Count,Length,Width,Thickness,Material,Tags,Edge L1,Edge L2,Edge W1,Edge W2');
      expect(first).toMatch(/^1\.1 [А-я ]+,\d+,\d+,\d+,(16|3),/);
      const json = await partner.api.get(`/v1/conversations/${id}/parts?format=json`);
      expect(json.json).toEqual((await partner.api.get(`/v1/conversations/${id}/parts`)).json);
    });

    it.each(['bom', 'parts', 'parts?format=csv'])('%s is known by its ETag: 304 for whoever has it', async (list) => {
      const path = `/v1/conversations/${id}/${list}`;
      const first = await partner.api.get(path);
      expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
      const again = await partner.api.get(path, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
      expect([again.status, again.text]).toEqual([304, '']);
      expect((await partner.api.get(path)).text).toBe(first.text);
    });

    it('404 where nothing is assembled, and for another partner', async () => {
      const empty = await partner.api.conversation();
      expectProblem(await partner.api.get(`/v1/conversations/${empty}/parts`), 404, 'not_found');
      const other = await service.partner();
      expectProblem(await other.api.get(`/v1/conversations/${id}/parts`), 404, 'not_found');
    });

    it('400 for a query that it does not know', async () => {
      for (const query of ['format=xlsx', 'unit=mm', 'format=csv&format=json'])
        expectProblem(await partner.api.get(`/v1/conversations/${id}/parts?${query}`), 400, 'invalid_request');
    });
  });

  describe('GET /v1/conversations/{id}/render?format=glb', () => {
    it('is the model, the same bytes each time, with an ETag', async () => {
      const path = `/v1/conversations/${id}/render?format=glb&facade=oak`;
      const first = await partner.api.get(path);
      expect([first.status, first.headers.get('content-type')]).toEqual([200, 'model/gltf-binary']);
      expect(first.text.slice(0, 4)).toBe('glTF');
      const again = await partner.api.get(path, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
      expect([again.status, again.text]).toEqual([304, '']);
      expect((await partner.api.get(path)).text).toBe(first.text);
    });

    it('link=1 is a signed link to it', async () => {
      const { url } = (await partner.api.get(`/v1/conversations/${id}/render?format=glb&link=1`)).json;
      const model = await fetch(url);
      expect([model.status, model.headers.get('content-type')]).toEqual([200, 'model/gltf-binary']);
    });

    it('404 where nothing is assembled', async () => {
      const empty = await partner.api.conversation();
      expectProblem(await partner.api.get(`/v1/conversations/${empty}/render?format=glb`), 404, 'not_found');
    });
  });

  describe('GET /r/{token}?as=…', () => {
    let url: string;
    beforeAll(async () => {
      url = (await partner.api.get(`/v1/conversations/${id}/render?format=html&facade=oak&link=1`)).json.url;
    });

    it.each([
      ['svg', 'image/svg+xml; charset=utf-8'],
      ['html', 'text/html; charset=utf-8'],
      ['pdf', 'application/pdf'],
      ['glb', 'model/gltf-binary'],
    ])('as=%s is the same order in that form', async (form, type) => {
      const { status, headers } = await fetch(`${url}?as=${form}`);
      expect([status, headers.get('content-type')]).toEqual([200, type]);
    });

    it('the page leads to them, the page that is asked for with a key does not: it may be kept as a file', async () => {
      const page = await (await fetch(url)).text();
      for (const form of ['pdf', '3d', 'glb']) expect(page).toContain(`href="?as=${form}"`);
      const file = await partner.api.get(`/v1/conversations/${id}/render?format=html&facade=oak`);
      expect(file.text).not.toContain('?as=');
    });

    it('as=3d is a page with the model, that asks nothing of another server', async () => {
      const page = await fetch(`${url}?as=3d`);
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(page.headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; /,
      );
      const html = await page.text();
      expect(html).not.toMatch(/(src|href)="(https?:)?\/\//);
      expect(html).toContain('<a href="?as=html">');
      const [, script = ''] = /<script type="module" src="([^"]+)">/.exec(html) ?? [];
      const answer = await fetch(new URL(script, url));
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(await answer.text()).toContain('model-viewer');
      const plain = await partner.api.get(script, { key: null, headers: { 'accept-encoding': 'identity' } });
      expect([plain.status, plain.headers.get('content-encoding')]).toEqual([200, null]);
    });

    it('another value is ignored, as every parameter of a link that is not known', async () => {
      for (const query of ['as=png', 'as=3d&as=glb', 'as', 'utm_source=x']) {
        const { status, headers } = await fetch(`${url}?${query}`);
        expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      }
    });

    it('404 for a forged token, in every form', async () => {
      for (const form of ['3d', 'glb', 'svg']) {
        const answer = await partner.api.get(`${new URL(url).pathname.slice(0, -2)}?as=${form}`, { key: null });
        expectProblem(answer, 404, 'not_found');
      }
    });
  });

  it('a picture that is kept is shown to its partner alone, and to nobody once its conversation is deleted', async () => {
    const own = await partner.api.conversation();
    await partner.api.say(own, 'собери');
    const path = `/v1/conversations/${own}/render`;
    const { url } = (await partner.api.get(`${path}?link=1`)).json;
    const first = await partner.api.get(path);
    const known = { headers: { 'if-none-match': first.headers.get('etag') ?? '' } };
    const statuses = async () => [
      (await partner.api.get(path)).status,
      (await partner.api.get(path, known)).status,
      (await fetch(url)).status,
      (await fetch(url, known)).status,
    ];
    expect(await statuses()).toEqual([200, 304, 200, 304]);
    const other = await service.partner();
    expect((await other.api.get(path, known)).status).toBe(404);
    expect((await partner.api.call('DELETE', `/v1/conversations/${own}`)).status).toBe(204);
    expect(await statuses()).toEqual([404, 404, 404, 404]);
  });
});

function expectProblem({ status, json }: Answer, expected: number, code: string): void {
  expect([status, json.ok, json.error.code]).toEqual([expected, false, code]);
}

import { ScriptedAssistant } from '../../libs/assistant/test/scripted-assistant.js';
import { builds } from '../support/answers.js';
import type { Answer } from '../support/api.js';
import { type TestPartner, TestService } from '../support/service.js';

/** What goes beyond spec.md for workshops: the list of parts. */
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
});

function expectProblem({ status, json }: Answer, expected: number, code: string): void {
  expect([status, json.ok, json.error.code]).toEqual([expected, false, code]);
}

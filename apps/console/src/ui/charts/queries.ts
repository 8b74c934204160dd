/** A question to the read models, in MongoDB's shell and in SQL. */
export interface Query {
  readonly mongo: string;
  readonly sql: string;
}

/** Whose turns a chart shows, and of which days; of all partners where none is named. */
export interface Shown {
  readonly company_id: string;
  readonly from: string;
  readonly to: string;
  readonly partner_id?: string | undefined;
}

/** What a chart asks, cut from projections/charts.md (`source`), where a spec holds it against the chart. */
export function queryOf(source: string, chart: string, shown: Shown): Query {
  const section = source.split(/^### /m).find((text) => text.startsWith(`\`${chart}\``)) ?? '';
  const [, mongo = '', sql = ''] = /^```js\n(.*?)^```\n\n^```sql\n(.*?)^```/ms.exec(section) ?? [];
  return { mongo: asked(mongo, shown), sql: asked(sql, shown) };
}

/** With the values that are looked at in the place of those of the document. */
function asked(query: string, { company_id, from, to, partner_id }: Shown): string {
  return query
    .split('\n')
    .filter((line) => partner_id !== undefined || !line.includes("'prt_…'"))
    .join('\n')
    .replaceAll('cmp_…', company_id)
    .replaceAll('prt_…', partner_id ?? '')
    .replaceAll('2031-01-01', from)
    .replaceAll('2031-01-31', to)
    .trim();
}

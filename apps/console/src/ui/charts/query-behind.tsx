import { useTranslation } from 'react-i18next';
import CHARTS from '../../../../../projections/charts.md?raw';
import { useSession } from '../../api/session.js';
import { Copy } from '../copy.js';
import { queryOf, type Shown } from './queries.js';

interface QueryBehindProps {
  readonly chart: string;
  readonly of: Omit<Shown, 'company_id'>;
}

/** What a chart asks the read models, to be asked again elsewhere: `garnitur query`, or MongoDB's shell. */
export function QueryBehind({ chart, of }: QueryBehindProps) {
  const { t } = useTranslation();
  const { company_id } = useSession();
  const { sql, mongo } = queryOf(CHARTS, chart, { ...of, company_id });
  return (
    <details className="query">
      <summary>{t('chart.query')}</summary>
      <Text title="SQL" text={sql} />
      <Text title="MongoDB" text={mongo} />
    </details>
  );
}

function Text({ title, text }: { readonly title: string; readonly text: string }) {
  const { t } = useTranslation();
  return (
    <>
      <div className="query-head">
        <h3>{title}</h3>
        <Copy text={text} label={`${t('form.copy')}: ${title}`} />
      </div>
      <pre>
        <code>{text}</code>
      </pre>
    </>
  );
}

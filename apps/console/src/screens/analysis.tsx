import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Input, Label, TextField } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { type Analysis, analysis as analysisQuery, OUTCOMES, STEPS } from '../api/analysis.js';
import { usePartners } from '../api/partners.js';
import { Card, Figure } from '../ui/card.js';
import { Chart, type ChartProps } from '../ui/charts/chart.js';
import { Choice } from '../ui/choice.js';
import { lastDays } from '../ui/days.js';
import { useFormat } from '../ui/format.js';
import { Failed, Loading } from '../ui/states.js';

const ANY = 'any';
/** Rows of a chart of kinds: the rest is in its table and its CSV. */
const MAX_KINDS = 15;

/** How well it works: outcomes, attempts, times, cost, findings and modules, by period and partner. */
export function AnalysisScreen() {
  const { t } = useTranslation();
  const partners = usePartners();
  const [from, setFrom] = useState(() => lastDays().from);
  const [to, setTo] = useState(() => lastDays().to);
  const [partner, setPartner] = useState<string>(ANY);
  const filter = { from, to, partner_id: partner === ANY ? undefined : partner };
  const { data, error, refetch } = useQuery(analysisQuery(filter));
  const options = [
    { id: ANY, name: t('form.any') },
    ...partners.map(({ partner_id, name }) => ({ id: partner_id, name })),
  ];
  return (
    <>
      <div className="screen-head">
        <h1>{t('analysis.title')}</h1>
      </div>
      <div className="filters">
        <TextField type="date" value={from} onChange={setFrom}>
          <Label>{t('form.from')}</Label>
          <Input />
        </TextField>
        <TextField type="date" value={to} onChange={setTo}>
          <Label>{t('form.to')}</Label>
          <Input />
        </TextField>
        <Choice label={t('conversations.partner')} options={options} value={partner} choose={setPartner} />
      </div>
      {error && <Failed error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && <Report analysis={data.analysis} of={filter} />}
    </>
  );
}

interface ReportProps {
  readonly analysis: Analysis;
  readonly of: ChartProps<object>['of'];
}

function Report({ analysis: { days, totals, findings, modules }, of }: ReportProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const duration = (ms: number | null) => (ms === null ? t('table.none') : format.duration(ms));
  const share = (part: number, whole: number) => (whole === 0 ? t('table.none') : format.percent(part / whole));
  const steps = STEPS.map((step) => ({ step: t(`analysis.steps.${step}`), count: totals[step] }));
  // A day may have handoffs alone.
  const withTurns = days.filter(({ turns }) => turns > 0);
  const tries = withTurns.map(({ day, built, first_try }) => ({ day, first_try, later: built - first_try }));
  const attempts = withTurns.map(({ day, attempts: made, turns }) => ({ day, attempts: made / turns }));
  const seconds = withTurns.map(({ day, p50_ms, p95_ms }) => ({
    day,
    p50: (p50_ms ?? 0) / 1000,
    p95: (p95_ms ?? 0) / 1000,
  }));
  const askedDays = totals.prompt_tokens > 0 ? days : [];
  const byDay = { of, x: { key: 'day', title: t('analysis.day') }, empty: t('analysis.none') };
  const byKind = { of, kind: 'rows', series: [{ key: 'count', title: t('analysis.count') }] } as const;
  return (
    <>
      <dl className="figures">
        <Figure name={t('analysis.turns')} value={format.number(totals.turns)} />
        <Figure name={t('analysis.built')} value={share(totals.built, totals.turns)} />
        <Figure name={t('analysis.firstTry')} value={share(totals.first_try, totals.built)} />
        <Figure
          name={t('analysis.attempts')}
          value={totals.turns === 0 ? t('table.none') : format.number(totals.attempts / totals.turns, 2)}
        />
        <Figure
          name={t('analysis.time')}
          value={duration(totals.p50_ms)}
          note={`${t('analysis.p95')}: ${duration(totals.p95_ms)}`}
        />
        <Figure name={t('balance.used')} value={format.number(totals.coins)} />
        <Figure name={t('analysis.cost')} value={format.money(totals.cost_usd)} />
      </dl>
      <div className="charts">
        <ChartCard
          {...byKind}
          name="lead-to-handoff"
          title={t('analysis.leads')}
          x={{ key: 'step', title: t('analysis.step') }}
          rows={totals.turns === 0 && totals.handed_off === 0 ? [] : steps}
          empty={t('analysis.none')}
        />
        <ChartCard
          {...byDay}
          name="turns-by-outcome"
          title={t('analysis.byOutcome')}
          kind="stacked"
          series={OUTCOMES.map((key) => ({ key, title: t(`analysis.outcomes.${key}`) }))}
          rows={days}
        />
        <ChartCard
          {...byDay}
          name="first-try"
          title={t('analysis.firstTry')}
          kind="stacked"
          series={[
            { key: 'first_try', title: t('analysis.tries.first') },
            { key: 'later', title: t('analysis.tries.later') },
          ]}
          rows={tries}
        />
        <ChartCard
          {...byDay}
          name="attempts-by-day"
          title={t('analysis.attempts')}
          kind="line"
          series={[{ key: 'attempts', title: t('analysis.attempts') }]}
          rows={attempts}
        />
        <ChartCard
          {...byDay}
          name="time-to-outcome"
          title={t('analysis.time')}
          kind="line"
          series={[
            { key: 'p50', title: `${t('analysis.p50')}, ${t('analysis.seconds')}` },
            { key: 'p95', title: `${t('analysis.p95')}, ${t('analysis.seconds')}` },
          ]}
          rows={seconds}
        />
        <ChartCard
          {...byDay}
          name="coins-by-day"
          title={t('analysis.coins')}
          kind="bar"
          series={[{ key: 'coins', title: t('balance.usedByDay') }]}
          rows={days}
        />
        <ChartCard
          {...byDay}
          name="tokens-by-day"
          title={t('analysis.tokens')}
          kind="stacked"
          series={[
            { key: 'prompt_tokens', title: t('analysis.tokensOf.prompt') },
            { key: 'completion_tokens', title: t('analysis.tokensOf.completion') },
          ]}
          rows={askedDays}
          empty={t('analysis.noModel')}
        />
        <ChartCard
          {...byDay}
          name="cost-by-day"
          title={t('analysis.cost')}
          kind="bar"
          series={[{ key: 'cost_usd', title: t('analysis.usd') }]}
          rows={askedDays}
          empty={t('analysis.noModel')}
        />
        <ChartCard
          {...byKind}
          name="modules"
          title={t('analysis.modules')}
          x={{ key: 'title', title: t('analysis.module') }}
          rows={modules}
          maxDrawn={MAX_KINDS}
          empty={t('analysis.noModules')}
        />
        <ChartCard
          {...byKind}
          name="findings"
          title={t('analysis.findings')}
          x={{ key: 'code', title: t('card.code') }}
          rows={findings}
          maxDrawn={MAX_KINDS}
          empty={t('analysis.noFindings')}
        />
      </div>
    </>
  );
}

/** A chart under its own name. */
function ChartCard<T extends object>(props: ChartProps<T>) {
  return (
    <Card title={props.title}>
      <Chart {...props} />
    </Card>
  );
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, FieldError, Form, Input, Label, NumberField, TextField } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { balance as balanceQuery, coinsByDay, entries } from '../api/balance.js';
import { send } from '../api/http.js';
import { usePages } from '../api/pages.js';
import { useSession } from '../api/session.js';
import { Card, Figure } from '../ui/card.js';
import { Chart } from '../ui/charts/chart.js';
import { DataTable } from '../ui/data-table.js';
import { lastDays } from '../ui/days.js';
import { DialogButton } from '../ui/dialog.js';
import { useFormat } from '../ui/format.js';
import { Failed, Loading, useReason } from '../ui/states.js';
import { Time } from '../ui/time.js';

/** What the company has to spend, what was spent by day, and every movement of coins. */
export function BalanceScreen() {
  const { t } = useTranslation();
  const { role } = useSession();
  return (
    <>
      <div className="screen-head">
        <h1>{t('balance.title')}</h1>
        {role === 'owner' && <TopUp />}
      </div>
      <Figures />
      <Days />
      <Entries />
    </>
  );
}

function Figures() {
  const { t } = useTranslation();
  const format = useFormat();
  const { data, error, refetch } = useQuery(balanceQuery);
  if (error) return <Failed error={error} retry={() => void refetch()} />;
  if (!data) return <Loading />;
  const { balance } = data;
  const end = balance.period_end && format.day(balance.period_end);
  return (
    <dl className="figures">
      <Figure name={t('balance.left')} value={format.number(balance.coins_left)} />
      <Figure name={t('balance.reserved')} value={format.number(balance.coins_reserved)} />
      <Figure name={t('balance.used')} value={format.number(balance.coins_used)} />
      <Figure name={t('balance.included')} value={format.number(balance.coins_included)} />
      <Figure name={t('balance.extra')} value={format.number(balance.extra_coins)} />
      <Figure
        name={t('balance.plan')}
        value={balance.plan ?? t('table.none')}
        note={[t(`balance.statuses.${balance.status}`), end].filter(Boolean).join(' · ')}
      />
    </dl>
  );
}

function Days() {
  const { t } = useTranslation();
  const [span] = useState(lastDays);
  const { data, error, refetch } = useQuery(coinsByDay(span.from, span.to));
  return (
    <Card title={t('balance.byDay')}>
      {error && <Failed error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && (
        <Chart
          name="balance-by-day"
          of={span}
          title={t('balance.byDay')}
          kind="bar"
          x={{ key: 'day', title: t('analysis.day') }}
          series={[{ key: 'used', title: t('balance.usedByDay') }]}
          rows={data.days}
          empty={t('balance.noDays')}
        />
      )}
    </Card>
  );
}

function Entries() {
  const { t } = useTranslation();
  const format = useFormat();
  const { company_id } = useSession();
  const { items, more, error, isPending, refetch } = usePages(entries);
  return (
    <Card title={t('balance.entries')}>
      {error && <Failed error={error} retry={() => void refetch()} />}
      {isPending && <Loading />}
      {!isPending && !error && (
        <DataTable
          label={t('balance.entries')}
          items={items}
          idOf={({ entry_id }) => entry_id}
          empty={t('balance.noEntries')}
          more={more}
          columns={[
            { id: 'at', title: t('balance.at'), cell: ({ at }) => <Time at={at} /> },
            { id: 'kind', title: t('balance.what'), cell: ({ kind }) => t(`balance.kinds.${kind}`) },
            { id: 'coins', title: t('balance.coins'), kind: 'number', cell: ({ coins }) => format.number(coins) },
            { id: 'note', title: t('balance.note'), cell: ({ note }) => note ?? t('table.none') },
            {
              id: 'turn',
              title: t('balance.turn'),
              cell: ({ turn_id, conversation_id }) =>
                turn_id && conversation_id ? (
                  <Link to={`/cabinet/${company_id}/conversations/${conversation_id}?turn=${turn_id}`}>
                    <code>{turn_id.slice(-8)}</code>
                  </Link>
                ) : (
                  t('table.none')
                ),
            },
          ]}
        />
      )}
    </Card>
  );
}

/** The key is made when the dialog opens: a second press, or a repetition after a lost answer, adds nothing. */
function TopUp() {
  const { t } = useTranslation();
  return (
    <DialogButton label={t('balance.topUp')} title={t('balance.topUpTitle')} main>
      {(close) => <TopUpForm close={close} />}
    </DialogButton>
  );
}

function TopUpForm({ close }: { readonly close: () => void }) {
  const { t } = useTranslation();
  const reason = useReason();
  const queries = useQueryClient();
  const [key] = useState(() => crypto.randomUUID());
  const [coins, setCoins] = useState(Number.NaN);
  const [note, setNote] = useState('');
  const topUp = useMutation({
    mutationFn: () => send('POST', '/balance/top-ups', { coins, ...(note ? { note } : {}) }, key),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['balance'] });
      close();
    },
  });
  return (
    <Form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        topUp.mutate();
      }}
    >
      <NumberField isRequired minValue={1} maxValue={1_000_000} value={coins} onChange={setCoins}>
        <Label>{t('balance.amount')}</Label>
        <Input autoFocus />
        <FieldError />
      </NumberField>
      <TextField maxLength={200} value={note} onChange={setNote}>
        <Label>{t('balance.topUpNote')}</Label>
        <Input />
      </TextField>
      {topUp.error && (
        <p className="state-failed" role="alert">
          {reason(topUp.error)}
        </p>
      )}
      <div className="form-actions">
        <Button className="button" onPress={close}>
          {t('form.cancel')}
        </Button>
        <Button className="button button-main" type="submit" isDisabled={topUp.isPending}>
          {t('balance.topUp')}
        </Button>
      </div>
    </Form>
  );
}

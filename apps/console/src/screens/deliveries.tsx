import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, Form, Input, Label, TextField } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import {
  DELIVERY_STATES,
  type Delivery,
  type DeliveryAttempt,
  type DeliveryState,
  deliveries,
  hosts,
} from '../api/deliveries.js';
import { send } from '../api/http.js';
import { usePages } from '../api/pages.js';
import { useSession } from '../api/session.js';
import { Card } from '../ui/card.js';
import { Choice } from '../ui/choice.js';
import { DataTable } from '../ui/data-table.js';
import { DialogButton } from '../ui/dialog.js';
import { useFormat } from '../ui/format.js';
import { Failed, Loading, useReason } from '../ui/states.js';
import { Time } from '../ui/time.js';
import { Whole } from '../ui/whole.js';

const ANY = 'any';
/** Where webhooks went, what the receivers answered, and how to send them once more. */
export function DeliveriesScreen() {
  const { t } = useTranslation();
  const { role } = useSession();
  const [state, setState] = useState<DeliveryState | typeof ANY>(ANY);
  const { items, more, error, isPending, refetch } = usePages(deliveries(state === ANY ? undefined : state));
  const options = [
    { id: ANY, name: t('form.any') } as const,
    ...DELIVERY_STATES.map((id) => ({ id, name: t(`deliveries.states.${id}`) })),
  ];
  return (
    <>
      <div className="screen-head">
        <h1>{t('deliveries.title')}</h1>
        {role === 'owner' && (
          <DialogButton label={t('deliveries.span')} title={t('deliveries.span')}>
            {() => <SpanForm />}
          </DialogButton>
        )}
      </div>
      <Hosts />
      <Card
        title={t('deliveries.events')}
        actions={<Choice label={t('deliveries.state')} options={options} value={state} choose={setState} />}
      >
        {error && <Failed error={error} retry={() => void refetch()} />}
        {isPending && <Loading />}
        {!isPending && !error && (
          <DataTable
            label={t('deliveries.title')}
            items={items}
            idOf={({ event_id }) => event_id}
            empty={state === ANY ? t('deliveries.noneYet') : t('deliveries.none')}
            more={more}
            columns={[
              { id: 'what', title: t('deliveries.event'), cell: (delivery) => <What delivery={delivery} /> },
              { id: 'state', title: t('deliveries.state'), cell: (delivery) => <Came delivery={delivery} /> },
              { id: 'at', title: t('deliveries.at'), cell: ({ scheduled_at }) => <Time at={scheduled_at} /> },
              ...(role === 'owner'
                ? [{ id: 'act', title: '', cell: ({ event_id }: Delivery) => <Redeliver event={event_id} /> }]
                : []),
            ]}
          />
        )}
      </Card>
    </>
  );
}

const LOOKS: Readonly<Record<DeliveryState, string>> = {
  scheduled: '',
  delivered: 'badge-good',
  given_up: 'badge-bad',
  undeliverable: 'badge-bad',
};

/** What a delivery announces, and to whom. */
function What({ delivery: { event, url_host } }: { readonly delivery: Delivery }) {
  return (
    <>
      <code>{event}</code>
      <small>
        <Whole name={url_host} />
      </small>
    </>
  );
}

/** What came of a delivery, and what the receiver answered last. */
function Came({ delivery: { state, last_status, last_error, attempts } }: { readonly delivery: Delivery }) {
  const { t } = useTranslation();
  const answer = last_status ?? last_error;
  return (
    <>
      <span className={`badge ${LOOKS[state]}`}>{t(`deliveries.states.${state}`)}</span>
      {answer !== null && <small>{t('deliveries.answered', { answer })}</small>}
      {attempts.length > 0 && <Attempts attempts={attempts} />}
    </>
  );
}

/** Each with what the receiver answered, and how long it took. */
function Attempts({ attempts }: { readonly attempts: readonly DeliveryAttempt[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <details>
      <summary>{t('deliveries.attempts', { count: attempts.length })}</summary>
      <ol className="plain">
        {attempts.map(({ attempt, at, ms, status, error }) => (
          <li key={attempt}>{[format.time(at), status ?? error, format.duration(ms)].filter(Boolean).join(' · ')}</li>
        ))}
      </ol>
    </details>
  );
}

function Hosts() {
  const { t } = useTranslation();
  const format = useFormat();
  const { data, error, refetch } = useQuery(hosts);
  if (error) return <Failed error={error} retry={() => void refetch()} />;
  if (!data || data.hosts.length === 0) return null;
  return (
    <Card title={t('deliveries.hosts')}>
      <ul className="plain">
        {data.hosts.map(({ host, failing_since }) => (
          <li key={host}>
            <code>{host}</code>{' '}
            <span className={failing_since ? 'badge badge-bad' : 'badge badge-good'}>
              {failing_since
                ? t('deliveries.failingSince', { time: format.time(failing_since) })
                : t('deliveries.healthy')}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Redeliver({ event }: { readonly event: string }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const again = useMutation({
    mutationFn: () => send('POST', `/deliveries/${event}/redeliver`),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['deliveries'] }),
  });
  if (again.isSuccess) return <span role="status">{t('deliveries.redelivered')}</span>;
  return (
    <Button className="button button-small" onPress={() => again.mutate()} isDisabled={again.isPending}>
      {t('deliveries.redeliver')}
    </Button>
  );
}

function SpanForm() {
  const { t } = useTranslation();
  const reason = useReason();
  const queries = useQueryClient();
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const again = useMutation({
    mutationFn: () =>
      send<{ count: number }>('POST', '/deliveries/redeliver', {
        from: new Date(from).toISOString(),
        to: new Date(to).toISOString(),
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['deliveries'] }),
  });
  return (
    <Form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        again.mutate();
      }}
    >
      <TextField isRequired type="datetime-local" value={from} onChange={setFrom}>
        <Label>{t('form.from')}</Label>
        <Input autoFocus />
      </TextField>
      <TextField isRequired type="datetime-local" value={to} onChange={setTo}>
        <Label>{t('form.to')}</Label>
        <Input />
      </TextField>
      {again.error && (
        <p className="state-failed" role="alert">
          {reason(again.error)}
        </p>
      )}
      {again.data && <p role="status">{t('deliveries.spanDone', { count: again.data.count })}</p>}
      <div className="form-actions">
        <Button className="button button-main" type="submit" isDisabled={again.isPending}>
          {t('deliveries.redeliver')}
        </Button>
      </div>
    </Form>
  );
}

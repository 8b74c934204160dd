import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../api/http.js';
import { usePages } from '../../api/pages.js';
import { useSession } from '../../api/session.js';
import { cards, type Seat, seats as seatsQuery } from '../../api/workplaces.js';
import { Card } from '../../ui/card.js';
import { Choice } from '../../ui/choice.js';
import { DataTable } from '../../ui/data-table.js';
import { Confirm, DialogButton } from '../../ui/dialog.js';
import { NameForm } from '../../ui/name-form.js';
import { Empty, Failed, Loading } from '../../ui/states.js';
import { Time } from '../../ui/time.js';
import { Whole } from '../../ui/whole.js';

const ALL = 'all';

/** The company's workplaces, and the orders that were handed off to them. */
export function WorkplacesScreen() {
  const { t } = useTranslation();
  const { role } = useSession();
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({ ...seatsQuery, enabled: role !== 'workplace' });
  const seats = data?.seats ?? [];
  const add = useMutation({
    mutationFn: (title: string) => send('POST', '/seats', { title }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['seats'] }),
  });
  return (
    <>
      <div className="screen-head">
        <h1>{t('workplaces.title')}</h1>
        {role === 'owner' && (
          <DialogButton label={t('workplaces.add')} title={t('workplaces.add')} main>
            {(close) => (
              <NameForm label={t('workplaces.name')} submit={(title) => add.mutateAsync(title)} close={close} />
            )}
          </DialogButton>
        )}
      </div>
      {error && <Failed error={error} retry={() => void refetch()} />}
      {!data && !error && role !== 'workplace' && <Loading />}
      {data && role !== 'workplace' && <Seats seats={seats} />}
      <Orders seats={seats} />
    </>
  );
}

function Seats({ seats }: { readonly seats: readonly Seat[] }) {
  const { t } = useTranslation();
  const { role } = useSession();
  if (seats.length === 0) return <Empty>{t('workplaces.none')}</Empty>;
  return (
    <ul className="tiles">
      {seats.map((seat) => (
        <li key={seat.seat_id} className="tile">
          <strong>{seat.title}</strong>
          <span>
            {t('workplaces.cards', { count: seat.cards })}
            {seat.revoked_at && <span className="badge badge-bad">{t('workplaces.revoked')}</span>}
          </span>
          {role === 'owner' && !seat.revoked_at && <SeatActs seat={seat} />}
        </li>
      ))}
    </ul>
  );
}

function SeatActs({ seat: { seat_id, title } }: { readonly seat: Seat }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const onSuccess = () => queries.invalidateQueries({ queryKey: ['seats'] });
  const rename = useMutation({
    mutationFn: (name: string) => send('PUT', `/seats/${seat_id}`, { title: name }),
    onSuccess,
  });
  const revoke = useMutation({ mutationFn: () => send('DELETE', `/seats/${seat_id}`), onSuccess });
  return (
    <div className="row-actions">
      <DialogButton label={t('workplaces.rename')} title={t('workplaces.rename')}>
        {(close) => (
          <NameForm
            label={t('workplaces.name')}
            first={title}
            submit={(name) => rename.mutateAsync(name)}
            close={close}
          />
        )}
      </DialogButton>
      <Confirm
        label={t('workplaces.revoke')}
        question={t('workplaces.revokeSure', { title })}
        act={() => revoke.mutate()}
      />
      {revoke.error && <Failed error={revoke.error} />}
    </div>
  );
}

function Orders({ seats }: { readonly seats: readonly Seat[] }) {
  const { t } = useTranslation();
  const { company_id, role } = useSession();
  const [seat, setSeat] = useState(ALL);
  const { items, more, error, isPending, refetch } = usePages(cards(seat === ALL ? undefined : seat));
  const options = [
    { id: ALL, name: t('workplaces.all') },
    ...seats.map(({ seat_id, title }) => ({ id: String(seat_id), name: title })),
  ];
  return (
    <Card
      title={t('workplaces.orders')}
      actions={
        role !== 'workplace' && <Choice label={t('workplaces.seat')} options={options} value={seat} choose={setSeat} />
      }
    >
      {error && <Failed error={error} retry={() => void refetch()} />}
      {isPending && <Loading />}
      {!isPending && !error && (
        <DataTable
          label={t('workplaces.orders')}
          items={items}
          idOf={({ card_id }) => card_id}
          hrefOf={({ card_id }) => `/cabinet/${company_id}/workplaces/cards/${card_id}`}
          empty={t('workplaces.noCards')}
          more={more}
          columns={[
            { id: 'order', title: t('workplaces.order'), cell: ({ order_id }) => <Whole name={order_id} /> },
            { id: 'kitchen', title: t('workplaces.kitchen'), cell: ({ title }) => title },
            { id: 'seat', title: t('workplaces.seat'), cell: ({ seat_title }) => seat_title },
            { id: 'at', title: t('workplaces.at'), cell: ({ handed_off_at }) => <Time at={handed_off_at} /> },
          ]}
        />
      )}
    </Card>
  );
}

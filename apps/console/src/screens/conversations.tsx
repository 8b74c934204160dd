import { useState } from 'react';
import { Button, Form, Input, Label, TextField } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { conversations, SEARCHED } from '../api/conversations.js';
import { usePages } from '../api/pages.js';
import { usePartners } from '../api/partners.js';
import { useSession } from '../api/session.js';
import { Badge } from '../ui/badge.js';
import { Choice } from '../ui/choice.js';
import { DataTable } from '../ui/data-table.js';
import { useFormat } from '../ui/format.js';
import { Failed, Loading } from '../ui/states.js';
import { Time } from '../ui/time.js';
import { Whole } from '../ui/whole.js';

const STATUSES = ['built', 'parsed', 'question', 'rejected', 'failed', 'stopped', 'running', 'new'] as const;
const ANY = 'any';

/** Search among the conversations of the company; what is looked for stands in the address. */
export function ConversationsScreen() {
  const { t } = useTranslation();
  const format = useFormat();
  const { company_id } = useSession();
  const [query] = useSearchParams();
  const { items, more, error, isPending, refetch } = usePages(conversations(query));
  const isFiltered = SEARCHED.some((field) => query.has(field));
  return (
    <>
      <div className="screen-head">
        <h1>{t('conversations.title')}</h1>
      </div>
      <Filters key={query.toString()} />
      {error && <Failed error={error} retry={() => void refetch()} />}
      {isPending && <Loading />}
      {!isPending && !error && (
        <DataTable
          label={t('conversations.title')}
          items={items}
          idOf={({ conversation_id }) => conversation_id}
          hrefOf={({ conversation_id }) => `/cabinet/${company_id}/conversations/${conversation_id}`}
          empty={isFiltered ? t('conversations.none') : t('conversations.noneYet')}
          more={more}
          columns={[
            {
              id: 'words',
              title: t('conversations.words'),
              cell: ({ last_words }) => <span className="clip">{last_words || t('table.none')}</span>,
            },
            { id: 'status', title: t('conversations.status'), cell: ({ status }) => <Badge outcome={status} /> },
            {
              id: 'partner',
              title: t('conversations.partnerAndLead'),
              cell: ({ partner_name, external_id }) => (
                <>
                  {partner_name ? <Whole name={partner_name} /> : t('table.none')}
                  {external_id && (
                    <small>
                      <Whole name={external_id} />
                    </small>
                  )}
                </>
              ),
            },
            { id: 'turns', title: t('conversations.turns'), kind: 'number', cell: ({ turns }) => format.number(turns) },
            { id: 'updated', title: t('conversations.updated'), cell: ({ updated_at }) => <Time at={updated_at} /> },
          ]}
        />
      )}
    </>
  );
}

function Filters() {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const [wanted, setWanted] = useState(() =>
    Object.fromEntries(SEARCHED.map((field) => [field, query.get(field) ?? ''])),
  );
  const partners = usePartners();
  const set = (field: (typeof SEARCHED)[number]) => (value: string) => setWanted({ ...wanted, [field]: value });
  const search = () => setQuery(Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== '')));
  const choose = (field: 'status' | 'partner_id') => (value: string) => set(field)(value === ANY ? '' : value);
  return (
    <Form
      className="filters"
      onSubmit={(event) => {
        event.preventDefault();
        search();
      }}
    >
      <Line label={t('conversations.lead')} value={wanted.external_id} set={set('external_id')} />
      <Line label={t('conversations.id')} value={wanted.id} set={set('id')} />
      <Line label={t('form.from')} kind="date" value={wanted.from} set={set('from')} />
      <Line label={t('form.to')} kind="date" value={wanted.to} set={set('to')} />
      <Choice
        label={t('conversations.status')}
        options={[
          { id: ANY, name: t('form.any') },
          ...STATUSES.map((id) => ({ id, name: t(`conversations.statuses.${id}`) })),
        ]}
        value={wanted.status || ANY}
        choose={choose('status')}
      />
      <Choice
        label={t('conversations.partner')}
        options={[
          { id: ANY, name: t('form.any') },
          ...partners.map(({ partner_id, name }) => ({ id: partner_id, name })),
        ]}
        value={wanted.partner_id || ANY}
        choose={choose('partner_id')}
      />
      <Button className="button button-main" type="submit">
        {t('form.search')}
      </Button>
    </Form>
  );
}

interface LineProps {
  readonly label: string;
  readonly kind?: 'text' | 'date';
  readonly value: string | undefined;
  readonly set: (value: string) => void;
}

function Line({ label, kind = 'text', value = '', set }: LineProps) {
  return (
    <TextField type={kind} maxLength={200} value={value} onChange={set}>
      <Label>{label}</Label>
      <Input />
    </TextField>
  );
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { send } from '../api/http.js';
import { type Partner, partners as partnersQuery } from '../api/partners.js';
import { useSession } from '../api/session.js';
import { Card } from '../ui/card.js';
import { Copy } from '../ui/copy.js';
import { DataTable } from '../ui/data-table.js';
import { Confirm, DialogButton } from '../ui/dialog.js';
import { useFormat } from '../ui/format.js';
import { NameForm } from '../ui/name-form.js';
import { Empty, Failed, Loading } from '../ui/states.js';
import { Time } from '../ui/time.js';

/** Who may call the API for the company: keys, the address for webhooks, the secret that signs them. */
export function PartnersScreen() {
  const { t } = useTranslation();
  const { role } = useSession();
  const { data: partners, error, refetch } = useQuery(partnersQuery);
  const add = useAct((name: string) =>
    send<{ api_key: string; webhook_secret: string }>('POST', '/partners', { name }),
  );
  return (
    <>
      <div className="screen-head">
        <h1>{t('partners.title')}</h1>
        {role === 'owner' && (
          <DialogButton label={t('partners.add')} title={t('partners.add')} main>
            {(close) => <NameForm label={t('partners.name')} submit={(name) => add.mutateAsync(name)} close={close} />}
          </DialogButton>
        )}
      </div>
      {add.data && (
        <>
          <Once label={t('partners.issued')} value={add.data.api_key} />
          <Once label={t('partners.secretIssued')} value={add.data.webhook_secret} />
        </>
      )}
      {error && <Failed error={error} retry={() => void refetch()} />}
      {!partners && !error && <Loading />}
      {partners?.length === 0 && <Empty>{t('partners.none')}</Empty>}
      {partners?.map((partner) => (
        <PartnerCard key={partner.partner_id} partner={partner} />
      ))}
    </>
  );
}

/** A command after which the list of partners is asked for again. */
function useAct<In, Out>(act: (input: In) => Promise<Out>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: () => queries.invalidateQueries({ queryKey: partnersQuery.queryKey }),
  });
}

function PartnerCard({ partner }: { readonly partner: Partner }) {
  const { t } = useTranslation();
  const isOwner = useSession().role === 'owner';
  const { partner_id, name, keys } = partner;
  const path = `/partners/${partner_id}`;
  const issue = useAct(() => send<{ api_key: string }>('POST', `${path}/keys`));
  const revoke = useAct((key: string) => send('DELETE', `${path}/keys/${key}`));
  return (
    <Card
      title={name}
      actions={
        isOwner && (
          <Button className="button" onPress={() => issue.mutate(undefined)} isDisabled={issue.isPending}>
            {t('partners.issue')}
          </Button>
        )
      }
    >
      {issue.data && <Once label={t('partners.issued')} value={issue.data.api_key} />}
      {(issue.error ?? revoke.error) && <Failed error={issue.error ?? revoke.error} />}
      <DataTable
        label={t('partners.keys')}
        items={keys}
        idOf={({ key_id }) => key_id}
        empty={t('partners.noKeys')}
        columns={[
          {
            id: 'key',
            title: t('partners.keys'),
            cell: ({ key_id, created_at }) => (
              <>
                <code>{key_id}</code>
                <small>
                  {t('partners.created')} <Time at={created_at} />
                </small>
              </>
            ),
          },
          {
            id: 'used',
            title: t('partners.lastUsed'),
            cell: ({ last_used_at }) => (last_used_at ? <Time at={last_used_at} /> : t('partners.never')),
          },
          {
            id: 'act',
            title: '',
            cell: ({ key_id, revoked }) =>
              revoked ? (
                <span className="badge badge-bad">{t('partners.revoked')}</span>
              ) : (
                isOwner && (
                  <Confirm
                    label={t('partners.revoke')}
                    question={t('partners.revokeSure', { key: key_id })}
                    act={() => revoke.mutate(key_id)}
                  />
                )
              ),
          },
        ]}
      />
      <Webhook path={path} partner={partner} />
    </Card>
  );
}

function Webhook({ path, partner }: { readonly path: string; readonly partner: Partner }) {
  const { t } = useTranslation();
  const format = useFormat();
  const isOwner = useSession().role === 'owner';
  const change = useAct((address: string) => send('PUT', `${path}/webhook`, { url: address }));
  const ping = useAct(() => send('POST', `${path}/ping`));
  const rotate = useAct(() => send<{ webhook_secret: string }>('POST', `${path}/secret`));
  const { webhook_url: url, previous_secret_until: until } = partner;
  const error = ping.error ?? rotate.error;
  return (
    <>
      <h3>{t('partners.webhook')}</h3>
      <p>{url ? <code>{url}</code> : t('partners.noWebhook')}</p>
      {isOwner && (
        <div className="row-actions">
          <DialogButton label={t('partners.change')} title={t('partners.webhook')}>
            {(close) => (
              <NameForm
                label={t('partners.webhook')}
                kind="url"
                maxLength={2048}
                first={url ?? 'https://'}
                submit={(address) => change.mutateAsync(address)}
                close={close}
              />
            )}
          </DialogButton>
          <Button className="button" onPress={() => ping.mutate(undefined)} isDisabled={!url || ping.isPending}>
            {t('partners.ping')}
          </Button>
          <Confirm
            label={t('partners.rotate')}
            question={t('partners.rotateSure')}
            act={() => rotate.mutate(undefined)}
          />
        </div>
      )}
      {ping.isSuccess && <p role="status">{t('partners.pinged')}</p>}
      {error && <Failed error={error} />}
      {rotate.data && <Once label={t('partners.secretIssued')} value={rotate.data.webhook_secret} />}
      {until && <p className="muted">{t('partners.previousUntil', { time: format.time(until) })}</p>}
    </>
  );
}

/** A secret that is shown this once. */
function Once({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div className="once" role="status">
      <p>{label}</p>
      <code>{value}</code>
      <Copy text={value} />
    </div>
  );
}

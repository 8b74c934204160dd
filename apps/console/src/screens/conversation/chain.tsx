import { useMutation } from '@tanstack/react-query';
import { Button } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { get } from '../../api/http.js';
import { Card } from '../../ui/card.js';
import { Failed } from '../../ui/states.js';

interface ChainState {
  readonly events: number;
  readonly head: { readonly hash: string | null } | null;
  readonly broken: readonly { readonly revision: number; readonly reason: string }[];
}

/** Whether the conversation's events are as they were written: its chain of hashes, computed again on the press of a button. */
export function Chain({ conversation }: { readonly conversation: string }) {
  const { t } = useTranslation();
  const verify = useMutation({
    mutationFn: () => get<{ chain: ChainState }>(`/conversations/${conversation}/verify`).then(({ chain }) => chain),
  });
  const { data, error, isPending } = verify;
  const first = data?.broken[0];
  return (
    <Card
      title={t('conversations.chain')}
      actions={
        <Button className="button" onPress={() => verify.mutate()} isDisabled={isPending}>
          {t('conversations.verify')}
        </Button>
      }
    >
      <p className="muted">{t('conversations.chained')}</p>
      {error && <Failed error={error} />}
      {data && !first && (
        <p role="status" className="good">
          {t('conversations.verified', { count: data.events })} <code className="hash">{data.head?.hash}</code>
        </p>
      )}
      {first && (
        <p role="alert" className="state-failed">
          {t('conversations.broken', { problem: `${first.revision}: ${first.reason}` })}
        </p>
      )}
    </Card>
  );
}

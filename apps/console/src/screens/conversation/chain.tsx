import { useMutation } from '@tanstack/react-query';
import { Button } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { get } from '../../api/http.js';
import { Card } from '../../ui/card.js';
import { Failed } from '../../ui/states.js';

interface Verified {
  readonly ok: boolean;
  readonly events: number;
  readonly head: string | null;
  readonly problem: string | null;
}

/** Whether the conversation's events are as they were written: its chain of hashes, computed again on the press of a button. */
export function Chain({ conversation }: { readonly conversation: string }) {
  const { t } = useTranslation();
  const verify = useMutation({
    mutationFn: () =>
      get<{ verified: Verified }>(`/conversations/${conversation}/verify`).then(({ verified }) => verified),
  });
  const { data, error, isPending } = verify;
  return (
    <Card
      title={t('conversations.chain')}
      actions={
        <Button className="button" onPress={() => verify.mutate()} isDisabled={isPending}>
          {t('conversations.verify')}
        </Button>
      }
    >
      {error && <Failed error={error} />}
      {data?.ok && (
        <p role="status" className="good">
          {t('conversations.verified', { events: data.events })} <code className="hash">{data.head}</code>
        </p>
      )}
      {data && !data.ok && (
        <p role="alert" className="state-failed">
          {t('conversations.broken', { problem: data.problem ?? '' })}
        </p>
      )}
    </Card>
  );
}

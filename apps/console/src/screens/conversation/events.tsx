import { Button } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { usePages } from '../../api/pages.js';
import { Card } from '../../ui/card.js';
import { useFormat } from '../../ui/format.js';
import { Failed, Loading } from '../../ui/states.js';

interface StoredEvent {
  readonly revision: number;
  readonly type: string;
  readonly at: string;
  readonly actor: string | null;
  readonly data: unknown;
}

/** Everything that happened, oldest first, each as it is stored. */
export function Events({ conversation }: { readonly conversation: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { items, more, error, isPending } = usePages<StoredEvent>('events', `/conversations/${conversation}/events`);
  return (
    <Card title={t('conversations.timeline')}>
      {error && <Failed error={error} />}
      {isPending && <Loading />}
      <ol className="timeline">
        {items.map(({ revision, type, at, actor, data }) => (
          <li key={revision}>
            <time dateTime={at}>{format.time(at)}</time>
            <div>
              <strong>{type}</strong> {actor && <small className="muted">{actor}</small>}
              <details>
                <summary>{t('conversations.raw')}</summary>
                <pre>{JSON.stringify(data, null, 2)}</pre>
              </details>
            </div>
          </li>
        ))}
      </ol>
      {more && (
        <Button className="button" onPress={more.load} isDisabled={more.isLoading}>
          {t('table.more')}
        </Button>
      )}
    </Card>
  );
}

import { Button } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { eventsOf, type StoredEvent } from '../../api/conversations.js';
import { usePages } from '../../api/pages.js';
import { Card } from '../../ui/card.js';
import { Failed, Loading } from '../../ui/states.js';
import { Time } from '../../ui/time.js';

/** Everything that happened, oldest first, each as it is stored. */
export function Events({ conversation }: { readonly conversation: string }) {
  const { t } = useTranslation();
  const { items, more, error, isPending } = usePages(eventsOf(conversation));
  return (
    <Card title={t('conversations.timeline')}>
      {error && <Failed error={error} />}
      {isPending && <Loading />}
      <ol className="timeline">
        {items.map(({ revision, type, at, actor, data }) => (
          <li key={revision}>
            <Time at={at} />
            <div>
              <strong>{t(`conversations.events.${type}`)}</strong> <code>{type}</code>
              {actor && <small>{actor}</small>}
              <Gist of={data} />
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

/** What an event says, as far as it says it in words. */
function Gist({ of }: { readonly of: StoredEvent['data'] }) {
  const { t } = useTranslation();
  const { text, attempt, operations = [], findings = [], result, seat_title } = of;
  const made =
    attempt !== undefined &&
    t('conversations.made', { n: attempt, operations: operations.length, findings: findings.length });
  const words = text ?? result?.note ?? seat_title ?? made;
  return words && <p className="words clip">{words}</p>;
}

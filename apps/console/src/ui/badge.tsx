import { useTranslation } from 'react-i18next';
import type { Outcome } from '../screens/conversation/conversation.js';

const LOOKS: Readonly<Partial<Record<Outcome, string>>> = { built: 'badge-good', failed: 'badge-bad' };

/** How a turn ended, or where it is. */
export function Badge({ outcome }: { readonly outcome: Outcome | null }) {
  const { t } = useTranslation();
  if (outcome === null) return <span>{t('table.none')}</span>;
  return <span className={`badge ${LOOKS[outcome] ?? ''}`}>{t(`conversations.statuses.${outcome}`)}</span>;
}

import { useTranslation } from 'react-i18next';
import type { Outcome } from '../api/conversations.js';

const LOOKS: Readonly<Partial<Record<Outcome, string>>> = { built: 'badge-good', failed: 'badge-bad' };

/** How a turn ended, or where it is. */
export function Badge({ outcome }: { readonly outcome: Outcome }) {
  const { t } = useTranslation();
  return <span className={`badge ${LOOKS[outcome] ?? ''}`}>{t(`conversations.statuses.${outcome}`)}</span>;
}

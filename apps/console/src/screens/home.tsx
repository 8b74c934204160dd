import { Navigate } from 'react-router';
import { useSession } from '../api/session.js';
import { BalanceScreen } from './balance.js';

/** What each role sees first. */
export function HomeScreen() {
  const { company_id, role } = useSession();
  if (role === 'workplace') return <Navigate replace to={`/cabinet/${company_id}/workplaces`} />;
  return <BalanceScreen />;
}

import { createBrowserRouter, type RouteObject } from 'react-router';
import { AnalysisScreen } from './screens/analysis.js';
import { BalanceScreen } from './screens/balance.js';
import { ConversationScreen } from './screens/conversation/conversation.js';
import { ConversationsScreen } from './screens/conversations.js';
import { DeliveriesScreen } from './screens/deliveries.js';
import { PartnersScreen } from './screens/partners.js';
import { SignInScreen } from './screens/sign-in.js';
import { CardScreen } from './screens/workplaces/card.js';
import { WorkplacesScreen } from './screens/workplaces/workplaces.js';
import { Shell } from './shell.js';
import { NotThere } from './ui/states.js';

const screens: RouteObject[] = [
  { index: true, Component: BalanceScreen },
  { path: 'workplaces', Component: WorkplacesScreen },
  { path: 'workplaces/cards/:card', Component: CardScreen },
  { path: 'conversations', Component: ConversationsScreen },
  { path: 'conversations/:conversation', Component: ConversationScreen },
  { path: 'deliveries', Component: DeliveriesScreen },
  { path: 'analysis', Component: AnalysisScreen },
  { path: 'partners', Component: PartnersScreen },
  { path: '*', Component: NotThere },
];

/** `/cabinet/<company>` is what `cabinet_url` names; a link of `company access` adds `?access=…` and signs in. */
export const router = createBrowserRouter([
  { path: '/cabinet/:company', Component: SignInScreen, children: [{ Component: Shell, children: screens }] },
  { path: '/cabinet', Component: SignInScreen },
]);

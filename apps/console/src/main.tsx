import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { accessToken } from './api/access.js';
import { queryClient } from './api/query-client.js';
import { sessionQuery } from './api/session.js';
import './i18n/index.js';
import { router } from './router.js';
import { applyTheme, keptTheme } from './ui/theme.js';
import './styles/base.css';
import './styles/parts.css';
import './styles/tables.css';
import './styles/screens.css';
import './styles/shell.css';

applyTheme(keptTheme());
// While the code of the screen is on its way.
if (accessToken === undefined) void queryClient.prefetchQuery(sessionQuery);
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);

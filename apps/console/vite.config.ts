import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** Built into dist/console, which the service answers `GET /cabinet/…` from. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/cabinet/',
  logLevel: 'error',
  build: {
    outDir: fileURLToPath(new URL('../../dist/console', import.meta.url)),
    emptyOutDir: true,
    target: 'es2022',
    // The content policy lets nothing in that is written into the page.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});

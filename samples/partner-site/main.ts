import { createSite } from './site.js';

const {
  GARNITUR_URL = 'http://127.0.0.1:3000',
  GARNITUR_KEY,
  GARNITUR_SECRET,
  PORT = '8080',
  SITE_URL = `http://127.0.0.1:${PORT}`,
} = process.env;

if (GARNITUR_KEY && GARNITUR_SECRET) {
  const site = createSite({ url: GARNITUR_URL, key: GARNITUR_KEY, secret: GARNITUR_SECRET, siteUrl: SITE_URL });
  site.listen(Number(PORT), '127.0.0.1', () => console.log(`The site is at ${SITE_URL}`));
} else {
  console.error('GARNITUR_KEY (pk_…) and GARNITUR_SECRET (whsec_…) are needed: `npm start` prints both once');
  process.exitCode = 1;
}

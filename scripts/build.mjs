// `npm run build`: builds what is stale, without starting anything.
import { build, install } from './prepare.mjs';

install();
build();

import { writeFile } from 'node:fs/promises';
import { documentOfService, generate } from './generated.js';

/** `npm run client`: writes packages/client's document and types anew, as the service says them now. */
for (const [path, text] of Object.entries(await generate(await documentOfService()))) {
  await writeFile(path, text);
  process.stdout.write(`${path}\n`);
}

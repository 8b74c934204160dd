// Packs the build into few files, because finding and reading 2,000 of them took longer than everything else that a
// start does: first the packages that every program and every spec of the service loads, as one file, then the programs
// on top of it. Worker threads start from the build's own files (libs/kernel/src/module-address.ts).
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build } from 'esbuild';
import { PACKED, packedFile } from './packed.mjs';
import { root } from './prepare.mjs';

/** Loaded by few, and only when they are asked for: the engines' clients. */
const ENGINES = ['mongodb', '@eventstore/db-client', '@eventstore/db-client/*', '@grpc/grpc-js'];
/** They look for files beside their own. */
const WITH_FILES = ['@fastify/static', 'swagger-ui-dist', 'pino'];
/** What Nest would take if it were installed. */
const OPTIONAL = [
  '@fastify/multipart',
  '@fastify/view',
  '@nestjs/microservices',
  '@nestjs/microservices/*',
  '@nestjs/platform-express',
  '@nestjs/websockets',
  '@nestjs/websockets/*',
  'class-transformer/storage',
];

const PROGRAMS = {
  service: 'apps/service/src/main.js',
  cli: 'apps/cli/src/main.js',
  // For specs and the fault run: the service with an assistant that takes its time.
  thinking: 'test/faults/thinking-service.js',
};

const SETTINGS = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  external: [...ENGINES, ...WITH_FILES, ...OPTIONAL],
  // Nest, class-validator and the OpenAPI document go by the names of classes.
  keepNames: true,
  legalComments: 'none',
  logLevel: 'warning',
  // CommonJS packages require Node's own modules.
  banner: {
    js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
  },
};

// Nothing is removed before: a service that runs may still come to files of the build before this one.
await packPackages();
for (const [name, main] of Object.entries(PROGRAMS)) await packProgram(name, main);

/** One file, since Nest's modules know each other in circles; beside it a module for each package, with its names. */
async function packPackages() {
  const names = new Map();
  for (const name of PACKED) names.set(name, Object.keys(await import(name)));
  const all = join(root, 'dist', 'bundle', 'packages', 'all.js');
  const contents = PACKED.map((name, at) => `export * as p${at} from '${name}';`).join('\n');
  await build({
    ...SETTINGS,
    minifyWhitespace: true,
    minifySyntax: true,
    stdin: { contents, resolveDir: root },
    outfile: all,
  });
  mkdirSync(join(root, 'dist', 'bundle', 'packages'), { recursive: true });
  PACKED.forEach((name, at) => {
    const named = names.get(name).filter((one) => one !== 'default' && one !== 'module.exports');
    const lines = [`import { p${at} as of } from './all.js';`];
    if (named.length > 0) lines.push(`export const { ${named.join(', ')} } = of;`);
    if (names.get(name).includes('default')) lines.push('export default of.default;');
    writeFileSync(packedFile(name), `${lines.join('\n')}\n`);
  });
}

/** What a command does not need stays in files of its own. */
function packProgram(name, main) {
  const outdir = join(root, 'dist', 'bundle', name);
  const packages = {
    name: 'packages',
    setup({ onResolve }) {
      onResolve({ filter: /^[^./#]/ }, ({ path }) =>
        PACKED.includes(path) ? { path: relative(outdir, packedFile(path)), external: true } : undefined,
      );
    },
  };
  const entryPoints = { main: join(root, 'dist', main) };
  return build({ ...SETTINGS, entryPoints, outdir, splitting: true, plugins: [packages] });
}

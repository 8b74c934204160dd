// Packs the build into few files, because finding and reading 2,600 of them took longer than everything else that a
// start does: first the packages that programs and specs of the service load, in few packs, then the programs on top of
// them. Worker threads start from the build's own files (libs/kernel/src/module-address.ts).
import { writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { build } from 'esbuild';
import { PACKED, PACKS, packedFile } from './packed.mjs';
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

const PACKAGES = join(root, 'dist', 'bundle', 'packages');
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
for (const [pack, names] of Object.entries(PACKS)) await packPackages(pack, names);
for (const [name, main] of Object.entries(PROGRAMS)) await packProgram(name, main);

/** One file, and beside it a module for each package with its names. */
async function packPackages(pack, names) {
  const contents = names.map((name, at) => `export * as p${at} from '${name}';`).join('\n');
  const others = PACKED.filter((name) => !names.includes(name));
  await build({
    ...SETTINGS,
    minifySyntax: true,
    minifyWhitespace: true,
    stdin: { contents, resolveDir: root },
    outfile: join(PACKAGES, `${pack}.pack.js`),
    plugins: [fromPacks(others, PACKAGES)],
  });
  for (const [at, name] of names.entries()) {
    const all = Object.keys(await import(name));
    const named = all.filter((one) => one !== 'default' && one !== 'module.exports');
    const lines = [`import { p${at} as pack$ } from './${pack}.pack.js';`];
    if (named.length > 0) lines.push(`export const { ${named.join(', ')} } = pack$;`);
    if (all.includes('default')) lines.push('export default pack$.default;');
    writeFileSync(packedFile(name), `${lines.join('\n')}\n`);
  }
}

/** What a command does not need stays in files of its own. */
function packProgram(name, main) {
  const outdir = join(root, 'dist', 'bundle', name);
  return build({
    ...SETTINGS,
    entryPoints: { main: join(root, 'dist', main) },
    outdir,
    splitting: true,
    plugins: [fromPacks(PACKED, outdir)],
  });
}

/** Leaves packages to their packs, for what is written to a folder. */
function fromPacks(names, outdir) {
  return {
    name: 'packs',
    setup({ onResolve }) {
      onResolve({ filter: /^[^./#]/ }, ({ path }) =>
        names.includes(path)
          ? { path: `./${relative(outdir, packedFile(path)).replaceAll(sep, '/')}`, external: true }
          : undefined,
      );
    },
  };
}

// The packages that the build packs (bundle.mjs), and that specs load from there (jest.config.mjs).
import { fileURLToPath } from 'node:url';

/**
 * By file: what stands together is loaded together, and each package is in one file only. Nest's modules know each other
 * in circles, so its core is one file, with the parts of it that others of its packages reach into.
 */
export const PACKS = {
  nest: [
    '@nestjs/common',
    '@nestjs/common/internal',
    '@nestjs/core',
    '@nestjs/core/internal',
    '@nestjs/cqrs',
    'reflect-metadata',
    'rxjs',
    'rxjs/operators',
  ],
  server: ['@nestjs/platform-fastify', 'fastify'],
  docs: ['@nestjs/swagger'],
  validator: ['class-validator'],
  transformer: ['class-transformer'],
  metrics: ['prom-client'],
  client: ['undici'],
};

export const PACKED = Object.values(PACKS).flat();

/** The module that stands for a package. */
export function packedFile(name) {
  const file = `${name.replace('@', '').replaceAll('/', '-')}.js`;
  return fileURLToPath(new URL(`../dist/bundle/packages/${file}`, import.meta.url));
}

// The packages that the build packs into one file (bundle.mjs), and that specs load from there (jest.config.mjs).
import { fileURLToPath } from 'node:url';

export const PACKED = [
  '@nestjs/common',
  '@nestjs/core',
  '@nestjs/cqrs',
  '@nestjs/platform-fastify',
  '@nestjs/swagger',
  'class-transformer',
  'class-validator',
  'fastify',
  'prom-client',
  'reflect-metadata',
  'undici',
];

/** The module that stands for a package. */
export function packedFile(name) {
  const file = `${name.replace('@', '').replaceAll('/', '-')}.js`;
  return fileURLToPath(new URL(`../dist/bundle/packages/${file}`, import.meta.url));
}

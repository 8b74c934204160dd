import { setTimeout as pause } from 'node:timers/promises';

/** Longer than the deadline of whoever asks for them, ms. */
const LOADING_MS = 1_000;
await pause(LOADING_MS);

/** Tasks of a module that loads slowly, as any does where a machine is busy. */
export const tasks = { double: (n: number) => n * 2 };

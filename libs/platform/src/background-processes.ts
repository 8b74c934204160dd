import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import {
  BackgroundProcess,
  type NodeProcess,
  type ProcessKind,
  type Saga,
  type ScheduledTask,
  type SingletonJob,
} from '#libs/processing';

export interface FoundProcesses {
  readonly sagas: readonly Saga[];
  readonly scheduled: readonly ScheduledTask<unknown>[];
  readonly singletons: readonly SingletonJob[];
  readonly workers: readonly NodeProcess[];
  readonly nodes: readonly NodeProcess[];
}

/** Finds the providers that contexts have marked with `@BackgroundProcess`: a new process is run without being listed. */
@Injectable()
export class BackgroundProcesses {
  constructor(private readonly discovery: DiscoveryService) {}

  find(): FoundProcesses {
    return {
      sagas: this.marked('saga', isSaga),
      scheduled: this.marked('scheduled', isScheduledTask),
      singletons: this.marked('singleton', isSingletonJob),
      workers: this.marked('worker', isNodeProcess),
      nodes: this.marked('node', isNodeProcess),
    };
  }

  private marked<Process>(kind: ProcessKind, is: (instance: object) => instance is object & Process): Process[] {
    const providers = this.discovery.getProviders({ metadataKey: BackgroundProcess.KEY });
    const found = new Set<Process>();
    for (const provider of providers) {
      if (this.discovery.getMetadataByDecorator(BackgroundProcess, provider) !== kind) continue;
      const instance: unknown = provider.instance;
      if (typeof instance !== 'object' || instance === null || !is(instance))
        throw new Error(`${provider.name} is marked as a ${kind} process and does not implement one`);
      found.add(instance);
    }
    return [...found];
  }
}

function has(instance: object, ...methods: readonly string[]): boolean {
  return methods.every((method) => typeof Reflect.get(instance, method) === 'function');
}

function isSaga(instance: object): instance is Saga {
  return has(instance, 'partition', 'handle');
}

function isScheduledTask(instance: object): instance is ScheduledTask<unknown> {
  return has(instance, 'due', 'key', 'run');
}

function isSingletonJob(instance: object): instance is SingletonJob {
  return has(instance, 'begin');
}

function isNodeProcess(instance: object): instance is NodeProcess {
  return has(instance, 'start', 'stop');
}

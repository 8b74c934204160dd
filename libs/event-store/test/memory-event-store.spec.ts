import { eventStoreContract } from './contract/contract.js';
import { MemoryEventStore, type MemoryOptions } from './memory-event-store.js';

const inMemory = async (options?: MemoryOptions) => {
  const store = new MemoryEventStore(options);
  return { store, dispose: () => store.close() };
};

eventStoreContract(
  'in memory',
  Object.assign(inMemory, {
    startingAt: (firstPosition: bigint) => inMemory({ firstPosition }),
    appendsTogether: true,
  }),
);

import { writeFaultOf } from '../../lib/write-faults.ts'
import { noteWriteFault } from '../observe/channels.ts'
import type { Storage } from './storage.ts'

/** What must hold before a file is stored or removed. Both throw a `Problem` for whoever waits. */
export interface WriteRules {
  /** Throws once the files belong to another installation. */
  assertMayWrite(): void
  /** Throws while the disk has no room for a new file. */
  assertRoom(): Promise<void>
}

/** The same storage, which neither stores nor removes what these rules refuse. */
export function createGuardedStorage(storage: Storage, { assertMayWrite, assertRoom }: WriteRules): Storage {
  const guarded =
    <Given extends unknown[], Result>(work: (...given: Given) => Promise<Result>) =>
    async (...given: Given) => {
      assertMayWrite()
      return work(...given)
    }
  return {
    ...storage,
    async put(key, content) {
      await assertRoom()
      try {
        return await storage.put(key, content)
      } catch (error) {
        const fault = writeFaultOf(error)
        if (fault !== null) noteWriteFault(fault)
        throw error
      }
    },
    delete: guarded((key: string) => storage.delete(key)),
    setAside: guarded((key: string, now: Date) => storage.setAside(key, now)),
    deleteSetAside: guarded((before: Date) => storage.deleteSetAside(before)),
    sweepUnfinished: guarded((before: Date) => storage.sweepUnfinished(before)),
  }
}

import type { Reason, WriteFault } from '@penmark/contract'
import type { Logger } from 'pino'
import { minuteMs } from '../../lib/durations.ts'
import { diskReasonCodes } from '../../lib/write-faults.ts'
import { problemOf } from '../../locale/problems/problem.ts'
import { reason, sentenceOf } from '../../locale/problems/reason.ts'
import { channels, type WriteFaultEvent } from '../observe/channels.ts'
import type { WriteRules } from './guarded.ts'

/** Whether this process may write, and why not. */
export interface WriteAccess extends WriteRules {
  /** False once the files belong to another installation. */
  mayWrite(): boolean
  /** What is refused at the moment, for health checks; empty while all is well. */
  readObstacles(): Promise<Reason[]>
  /** Compares the ids of files and database again, and logs what has changed. */
  check(): Promise<void>
  close(): void
}

interface WriteAccessOptions {
  logger: Pick<Logger, 'error' | 'info'>
  /** Whether files and database still carry one id. */
  isOneInstallation(): Promise<boolean>
  /** Null where the system does not tell. */
  readDisk(): Promise<{ free_bytes: number } | null>
  /** Below this much room nothing new is stored; 0 never refuses. */
  leastFreeBytes: number
  now?: () => number
}

/** How often it is checked that the files were not taken over. */
export const writeCheckEveryMs = minuteMs / 3

/** How long a disk that refused to take something counts as faulty. */
const faultyForMs = minuteMs

export function createWriteAccess({
  logger,
  isOneInstallation,
  readDisk,
  leastFreeBytes,
  now = Date.now,
}: WriteAccessOptions): WriteAccess {
  const takenOver = reason('files_taken_over')
  let isTakenOver = false
  let lastFault: { fault: WriteFault; at: number } | null = null
  let logged = ''
  const onFault = (message: unknown) => {
    lastFault = { fault: (message as WriteFaultEvent).fault, at: now() }
  }
  channels.writeFault.subscribe(onFault)

  const isLow = async () => {
    if (leastFreeBytes === 0) return false
    const disk = await readDisk()
    return disk !== null && disk.free_bytes < leastFreeBytes
  }
  const assertMayWrite = () => {
    if (isTakenOver) throw problemOf('busy', takenOver, { retryAfterSeconds: minuteMs / 1_000 })
  }
  const readObstacles = async () => [
    ...(isTakenOver ? [takenOver] : []),
    ...(lastFault !== null && now() - lastFault.at < faultyForMs
      ? [reason(diskReasonCodes[lastFault.fault])]
      : []),
    ...((await isLow()) ? [reason('disk_low')] : []),
  ]

  return {
    mayWrite: () => !isTakenOver,
    assertMayWrite,
    async assertRoom() {
      assertMayWrite()
      if (await isLow()) throw problemOf('storage_full', reason('disk_low'))
    },
    readObstacles,
    async check() {
      isTakenOver = !(await isOneInstallation())
      const obstacles = await readObstacles()
      const codes = obstacles.map(({ code }) => code)
      if (codes.join() === logged) return
      logged = codes.join()
      if (codes.length === 0) return logger.info('Everything is written again')
      const disk = await readDisk()
      const facts = { codes, free_bytes: disk?.free_bytes ?? null, least_free_bytes: leastFreeBytes }
      logger.error(facts, obstacles.map((each) => sentenceOf(each)).join(' '))
    },
    close: () => channels.writeFault.unsubscribe(onFault),
  }
}

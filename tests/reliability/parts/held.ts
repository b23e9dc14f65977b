import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const controller = '/sys/fs/cgroup/cpu'
const periodUs = 100_000

/** Holds processes to a share of a core each. */
export interface Holder {
  hold(pid: number): void
  /** Lets go; the processes must have ended. */
  close(): void
}

/**
 * Makes groups of processes with so much of a core (0 to 1), so that several fit on one machine and none takes from another. Null where the system
 * does not let us: it needs Linux, control groups of version 1, and the rights to make one.
 */
export function openHolder(share: number): Holder | null {
  const made: string[] = []
  const make = (): string => {
    const folder = join(controller, `penmark-${process.pid}-${made.length}`)
    mkdirSync(folder)
    made.push(folder)
    writeFileSync(join(folder, 'cpu.cfs_period_us'), String(periodUs))
    writeFileSync(join(folder, 'cpu.cfs_quota_us'), String(Math.round(share * periodUs)))
    return folder
  }
  const close = () => {
    for (const folder of made.splice(0)) rmdirSync(folder)
  }
  try {
    make()
  } catch {
    close()
    return null
  }
  let next = made[0] ?? null
  return {
    hold(pid) {
      writeFileSync(join(next ?? make(), 'cgroup.procs'), String(pid))
      next = null
    },
    close,
  }
}

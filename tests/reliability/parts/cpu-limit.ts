import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const controller = '/sys/fs/cgroup/cpu'
const periodUs = 100_000

/** Limits processes to a share of a core each. */
export interface CpuLimiter {
  limit(pid: number): void
  /** Removes the limits; the processes must have ended. */
  close(): void
}

/**
 * Creates control groups with a share of a core (0 to 1), so that several processes fit on one machine
 * without competing. Null if the system does not permit it: this needs Linux, cgroups v1, and permission to
 * create them.
 */
export function openCpuLimiter(share: number): CpuLimiter | null {
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
    limit(pid) {
      writeFileSync(join(next ?? make(), 'cgroup.procs'), String(pid))
      next = null
    },
    close,
  }
}

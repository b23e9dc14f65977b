import type { SetupChecks } from '@penmark/contract'
import type { CheckStatus } from './check.tsx'

interface Verdict<Code extends string> {
  code: Code
  status: CheckStatus
}

const isThisMachine = ({ hostname }: URL) => /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)

/** Compares the configured address with the one in the browser. */
export function checkAddress(here: string, publicUrl: string): Verdict<'good' | 'local' | 'differs' | 'plain'> {
  const address = new URL(publicUrl)
  if (address.origin !== here) return { code: 'differs', status: 'problem' }
  if (isThisMachine(address)) return { code: 'local', status: 'check' }
  return address.protocol === 'https:' ? { code: 'good', status: 'good' } : { code: 'plain', status: 'problem' }
}

const leastFreeBytes = 5 * 1_024 ** 3
const leastFreeShare = 0.1

export function checkDisk(disk: SetupChecks['disk']): Verdict<'good' | 'low' | 'unknown'> {
  if (disk === null) return { code: 'unknown', status: 'check' }
  const isLow = disk.free_bytes < Math.max(leastFreeBytes, disk.total_bytes * leastFreeShare)
  return isLow ? { code: 'low', status: 'problem' } : { code: 'good', status: 'good' }
}

/** A two-factor code is valid for half a minute before and after its own; this leaves some of it to the phone. */
const toleratedSeconds = 10

export function checkClock(aheadMs: number): Verdict<'good' | 'off'> & { seconds: number } {
  const seconds = Math.round(Math.abs(aheadMs) / 1_000)
  return seconds > toleratedSeconds ? { code: 'off', status: 'problem', seconds } : { code: 'good', status: 'good', seconds }
}

import { isIPv6 } from 'node:net'
import { apiKeyLimits } from '@penmark/contract'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** How often one place may do a thing, and in how many seconds. A whole school shares one address, so the allowances are wide. */
export const visitLimits = {
  sum: { points: 120, duration: 10 * minute },
  work: { points: 120, duration: 10 * minute },
  proof: { points: 120, duration: 10 * minute },
  support: { points: 10, duration: hour },
  supportEmail: { points: 5, duration: hour },
  demo: { points: 50, duration: day },
  apiKey: { points: apiKeyLimits.callsPerMinute, duration: minute },
} as const

export type Visit = keyof typeof visitLimits

/** The eight groups of an IPv6 address, `::` filled in. */
function groupsOf(address: string): string[] {
  const [head = '', tail = ''] = address.split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail.split(':').filter(Boolean)
  return address.includes('::') ? [...before, ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0'), ...after] : before
}

/** One household or school: an IPv4 address, or the first half of an IPv6 address, whose other half its owner chooses freely. */
export function placeOf(address: string): string {
  const plain = address.replace(/%.*$/, '').toLowerCase()
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1]
  if (mapped) return mapped
  if (!isIPv6(plain)) return plain
  return groupsOf(plain)
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

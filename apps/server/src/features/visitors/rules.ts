import { apiKeyLimits } from '@penmark/contract'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** How often one network may do something, and in how many seconds. A whole school shares one address, so the limits are wide. */
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

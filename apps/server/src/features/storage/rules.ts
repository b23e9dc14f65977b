import { brand, type PlanId, Problem } from '@penmark/contract'

/** In bytes. */
export interface StorageQuota {
  perPlan: Record<PlanId, number>
  /** All accounts together. */
  total: number
}

/** Bytes kept: of one account, and of all of them. */
export interface StorageUse {
  own: number
  all: number
}

const megabyte = 1_024 * 1_024
const inMegabytes = (bytes: number, round: (value: number) => number) => round(bytes / megabyte).toLocaleString('en-GB')

/** Why so many more bytes cannot be kept; null when they can. */
export function refusalOf({ own, all }: StorageUse, added: number, plan: PlanId, { perPlan, total }: StorageQuota): Problem | null {
  if (own + added > perPlan[plan]) {
    return new Problem(
      'storage_full',
      `Your storage is full: ${inMegabytes(own, Math.ceil)} MB of ${inMegabytes(perPlan[plan], Math.floor)} MB are in use. Nothing was uploaded. Delete documents that you no longer need, and try again.`,
    )
  }
  if (all + added > total) {
    return new Problem('storage_full', `The storage of this ${brand.name} is full. Nothing was uploaded. Please tell your administrator.`)
  }
  return null
}

/**
 * Bytes that a teacher's unprocessed documents may keep for another try: those over the allowance, and those that took too long to read. One
 * file of the largest size, so that uploads nobody pays words for cannot pile up.
 */
export const unprocessedBytes = 25 * megabyte

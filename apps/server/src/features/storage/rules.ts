import { brand, type PlanId, Problem } from '@penmark/contract'

/** In bytes. */
export interface StorageQuota {
  perPlan: Record<PlanId, number>
  /** For all accounts together. */
  total: number
}

/** Bytes used by one account, and by all. */
export interface StorageUse {
  own: number
  all: number
}

const megabyte = 1_024 * 1_024
const inMegabytes = (bytes: number, round: (value: number) => number) => round(bytes / megabyte).toLocaleString('en-GB')

/** Why this many more bytes do not fit; null when they do. */
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

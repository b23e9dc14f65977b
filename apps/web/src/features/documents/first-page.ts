import type { DocumentSort } from '@penmark/contract'

/** Documents in the first page: what the largest screens show, so that the list is usable at once. */
export const firstPageSize = 60

/** Documents in every later page: many screenfuls, yet fast to load. */
export const pageSize = 200

/** Samples stand in a list of their own. */
export const ownDocuments = { is_sample: false } as const

/** The default order. */
export const newestFirst = { id: 'upload_timestamp', desc: true } as const satisfies {
  id: DocumentSort
  desc: boolean
}

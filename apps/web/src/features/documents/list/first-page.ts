import type { DocumentSort } from '@penmark/contract'

/** Documents per page: many screenfuls, yet fast to load. */
export const pageSize = 200

/** The default order. */
export const newestFirst = { id: 'upload_timestamp', desc: true } as const satisfies { id: DocumentSort; desc: boolean }

import type { DocumentSort } from '@penmark/contract'

/** Documents in one page: a screenful many times over, and quick to read. */
export const pageSize = 200

/** The order in which the documents are listed until somebody chooses another. */
export const newestFirst = { id: 'upload_timestamp', desc: true } as const satisfies { id: DocumentSort; desc: boolean }

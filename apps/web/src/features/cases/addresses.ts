/** Without the calls, because every page of a teacher links here. */
export const caseListAddress = '/cases'

export const caseAddress = (id: string) => `/cases/${encodeURIComponent(id)}`

export const caseReportAddress = (id: string, documentId: string) =>
  `${caseAddress(id)}/documents/${encodeURIComponent(documentId)}`

export const appealAddress = (id: string) => `/appeals/${encodeURIComponent(id)}`

export const appealReportAddress = (id: string, documentId: string) =>
  `${appealAddress(id)}/documents/${encodeURIComponent(documentId)}`

/** Of everything that lists cases, in the cache of answers. */
export const listsKey = ['cases', 'list'] as const

export const caseListAddress = '/cases'

export const caseAddress = (id: string) => `/cases/${encodeURIComponent(id)}`

export const caseReportAddress = (id: string, documentId: string) => `${caseAddress(id)}/documents/${encodeURIComponent(documentId)}`

export const appealAddress = (id: string) => `/appeals/${encodeURIComponent(id)}`

export const appealReportAddress = (id: string, documentId: string) => `${appealAddress(id)}/documents/${encodeURIComponent(documentId)}`

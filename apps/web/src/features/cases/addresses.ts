export const caseListAddress = '/cases'

export const caseAddress = (id: string) => `/cases/${encodeURIComponent(id)}`

export const caseReportAddress = (id: string, documentId: string) => `${caseAddress(id)}/documents/${encodeURIComponent(documentId)}`

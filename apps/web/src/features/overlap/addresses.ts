export function sharedPassagesAddress(classId: string): string {
  return `/classes/${encodeURIComponent(classId)}/shared-passages`
}

export function pairAddress(classId: string, pairId: string): string {
  return `${sharedPassagesAddress(classId)}/${encodeURIComponent(pairId)}`
}

import type { WriteFault } from '@penmark/contract'

/** Codes of the system, and PostgreSQL's for its own full disk. */
const faultOfCode = new Map<string, WriteFault>([
  ['ENOSPC', 'full'],
  ['EDQUOT', 'full'],
  ['53100', 'full'],
  ['EROFS', 'read-only'],
])

/** The refusal of a disk that led to an error, however deeply it is wrapped; null if none did. */
export function writeFaultOf(error: unknown): WriteFault | null {
  if (!(error instanceof Error)) return null
  const fault = 'code' in error ? faultOfCode.get(String(error.code)) : undefined
  return fault ?? writeFaultOf(error.cause)
}

/** The code of the sentence that says so. */
export const diskReasonCodes = { full: 'disk_full', 'read-only': 'disk_read_only' } as const

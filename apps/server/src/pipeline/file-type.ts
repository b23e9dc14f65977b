import type { FileType } from '@penmark/contract'
import { sniffHead } from '@penmark/extract'

/** What a file seems to be by its first bytes; null when it is none of our types. The rest is read in the contained child alone. */
export function fileTypeOf(head: Uint8Array, sizeBytes: number): Promise<FileType | null> {
  return sniffHead(head, sizeBytes)
}

import { readFile } from 'node:fs/promises'
import type { FileType } from '@penmark/contract'
import { sniffFileType } from '@penmark/extract'

let last: Promise<unknown> = Promise.resolve()

/** What a file is by its content; null when it is none of our types. One at a time: each look holds the whole file in memory. */
export function fileTypeOf(path: string): Promise<FileType | null> {
  const look = last.then(async () => sniffFileType(await readFile(path)))
  last = look.catch(() => undefined)
  return look
}

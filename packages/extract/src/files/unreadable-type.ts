import { fileTypeFromBuffer } from 'file-type'
import { isOle, openOle } from '../container/ole.ts'
import { isZip, openZip } from '../container/zip.ts'
import { extractionLimits } from '../extraction/extraction.ts'
import type { FileFailureCode } from '../extraction/failures.ts'

const archives = ['zip', 'rar', '7z', 'gz', 'tar', 'bz2', 'xz']

/** By the streams or parts of an office file, as they are named in its directory. */
const kindByPart: [part: RegExp, code: FileFailureCode][] = [
  [/^(?:xl\/|workbook$|book$)/i, 'file_is_spreadsheet'],
  [/^(?:ppt\/|powerpoint document$)/i, 'file_is_presentation'],
  [/^Index\/Document\.iwa$/, 'file_is_pages_document'],
]

const kindByExtension = new Map<string, FileFailureCode>([
  ['odt', 'file_is_open_document'],
  ['ott', 'file_is_open_document'],
  ['ods', 'file_is_spreadsheet'],
  ['odp', 'file_is_presentation'],
  ...archives.map((extension) => [extension, 'file_is_archive'] as const),
])

/** What a file really is that is none of the types that we read. Never throws. */
export async function failureOfOtherType(bytes: Buffer): Promise<FileFailureCode> {
  const parts = await partsOf(bytes).catch(() => [])
  const byPart = kindByPart.find(([part]) => parts.some((name) => part.test(name)))
  if (byPart) return byPart[1]
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined)
  if (found === undefined) return 'file_unsupported'
  if (found.mime.startsWith('image/')) return 'file_is_picture'
  if (/^(?:audio|video)\//.test(found.mime)) return 'file_is_recording'
  return kindByExtension.get(found.ext) ?? 'file_unsupported'
}

async function partsOf(bytes: Buffer): Promise<readonly string[]> {
  if (isOle(bytes)) return openOle(bytes).names
  if (!isZip(bytes)) return []
  const zip = await openZip(bytes, extractionLimits)
  zip.close()
  return zip.names
}

import { submittedPaths } from '@penmark/contract'
import { countWords } from '@penmark/detector/words'
import { strFromU8, unzipSync } from 'fflate'
import { isArchive, isOfType } from '../../file-rules.ts'
import { wordsOfDocx } from './docx-words.ts'
import { wordsOfPdf } from './pdf-words.ts'

/** About how many words a document has; null if only the server can tell. */
function wordsOf(name: string, bytes: Uint8Array): number | null {
  try {
    if (/\.docx$/i.test(name)) return wordsOfDocx(bytes)
    if (/\.pdf$/i.test(name)) return wordsOfPdf(bytes)
    return /\.txt$/i.test(name) ? countWords(strFromU8(bytes)) : null
  } catch {
    // The server says what is wrong with a damaged file.
    return null
  }
}

function documentsIn(archive: Uint8Array): [string, Uint8Array][] {
  const files = new Map(Object.entries(unzipSync(archive, { filter: ({ name }) => isOfType(name) })))
  return submittedPaths([...files.keys()]).map((name) => [name, files.get(name)!])
}

/** About how many words each document of these files and archives has, in the order of upload. */
export async function countWordsIn(files: readonly File[]): Promise<(number | null)[]> {
  const counts: (number | null)[] = []
  for (const file of files) {
    const bytes = new Uint8Array(await file.arrayBuffer())
    if (!isArchive(file)) counts.push(wordsOf(file.name, bytes))
    else {
      try {
        counts.push(...documentsIn(bytes).map(([name, content]) => wordsOf(name, content)))
      } catch {
        counts.push(null)
      }
    }
  }
  return counts
}

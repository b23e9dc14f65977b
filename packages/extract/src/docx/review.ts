import type { Readable } from 'node:stream'
import type { ExtractedFact } from '../extraction/extraction.ts'
import { cleanParagraph } from '../extraction/paragraph.ts'
import { sessionId } from './editing-sessions.ts'
import { readXml } from './xml.ts'

const maxNameLength = 60
const maxNames = 5

/** Marks that people left in a file, counted, and who left them. */
export class ReviewMarks {
  readonly #names = new Set<string>()
  #count = 0

  add(author: string | null): void {
    this.#count++
    const name = cleanParagraph((author ?? '').slice(0, maxNameLength))
    if (name !== '' && this.#names.size < maxNames) this.#names.add(name)
  }

  fact(name: 'tracked-changes' | 'comments'): ExtractedFact {
    return { kind: 'editing-history', name, value: [...this.#names].join(', ') || null, count: this.#count }
  }
}

/** Reads `comments.xml`. A part that is missing or unreadable holds none. */
export async function readComments(part: Readable | null): Promise<ReviewMarks> {
  const comments = new ReviewMarks()
  if (!part) return comments
  await readXml(part, {
    open: (name, attribute) => {
      if (name === 'comment') comments.add(attribute('author'))
    },
    close: () => undefined,
  }).catch(() => undefined)
  return comments
}

/** Counts the editing sessions that `settings.xml` lists; zero where there is no such part. */
export async function countRecordedSessions(part: Readable | null): Promise<number> {
  const listed = new Set<string>()
  if (!part) return 0
  await readXml(part, {
    open: (name, attribute) => {
      const id = name === 'rsid' || name === 'rsidRoot' ? sessionId(attribute('val')) : null
      if (id !== null) listed.add(id)
    },
    close: () => undefined,
  }).catch(() => undefined)
  return listed.size
}

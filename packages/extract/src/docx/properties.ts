import type { Readable } from 'node:stream'
import type { HistoryProperties } from '../editing-history.ts'
import type { ExtractedFact } from '../extraction.ts'
import { metadataFacts } from '../metadata.ts'
import { readXml } from './xml.ts'

const names = new Map([
  ['creator', 'author'],
  ['lastModifiedBy', 'last-author'],
  ['title', 'title'],
  ['Application', 'producer'],
  ['created', 'created'],
  ['modified', 'modified'],
  ['Pages', 'pages'],
  ['TotalTime', 'minutes'],
  ['revision', 'saves'],
  ['Template', 'template'],
])

interface Properties {
  facts: ExtractedFact[]
  pageCount: number | null
  history: HistoryProperties
}

/** Metadata of a DOCX from `docProps/core.xml` and `docProps/app.xml`. An unreadable part yields none. */
export async function readProperties(parts: (Readable | null)[]): Promise<Properties> {
  const found = new Map<string, string>()
  for (const part of parts) {
    if (!part) continue
    let name: string | null = null
    await readXml(part, {
      open: (tag) => {
        name = names.get(tag) ?? null
      },
      close: () => {
        name = null
      },
      text: (text) => {
        if (name) found.set(name, (found.get(name) ?? '') + text)
      },
    }).catch(() => undefined)
  }
  const pages = Number(found.get('pages'))
  return {
    facts: metadataFacts(Object.fromEntries(found)),
    pageCount: Number.isInteger(pages) && pages > 0 ? pages : null,
    history: {
      minutes: found.get('minutes'),
      saves: found.get('saves'),
      template: found.get('template'),
      producer: found.get('producer'),
    },
  }
}

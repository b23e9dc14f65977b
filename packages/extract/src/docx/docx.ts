import { isOle } from '../container/ole.ts'
import { openZip, type ZipParts } from '../container/zip.ts'
import { historyFacts } from '../editing-history.ts'
import { extractionError, type Reading } from '../extraction.ts'
import type { ExtractionLimits } from '../limits.ts'
import { originFacts } from '../metadata.ts'

import { readBody } from './body.ts'
import { readProperties } from './properties.ts'
import { countRecordedSessions, readComments } from './review.ts'
import { readStyles } from './styles.ts'
import { readXml } from './xml.ts'

/** The text of a DOCX body: no headers, footers, notes, comments, removed or hidden text. */
export async function readDocx(bytes: Buffer, limits: ExtractionLimits): Promise<Reading> {
  if (isOle(bytes)) throw extractionError('encrypted')
  const zip = await openZip(bytes, limits)
  try {
    const main = await mainPart(zip)
    const folder = main.slice(0, main.lastIndexOf('/') + 1)
    const styles = await readStyles(await zip.open(`${folder}styles.xml`))
    const document = await zip.open(main)
    if (!document) throw extractionError('damaged')
    const body = await readBody(document, styles, limits)
    if (body.paragraphs.length === 0 && body.pictures > 0) {
      throw extractionError('image-only', { happened: 'This document contains only images and no text that we can read.' })
    }
    const { facts, pageCount, history, programs } = await readProperties([
      await zip.open('docProps/core.xml'),
      await zip.open('docProps/app.xml'),
    ])
    const comments = await readComments(await zip.open(`${folder}comments.xml`))
    const recorded = await countRecordedSessions(await zip.open(`${folder}settings.xml`))
    return {
      paragraphs: body.paragraphs,
      pageCount,
      facts: [
        ...facts,
        ...originFacts(programs),
        ...historyFacts(body.sessions.words, history, body.sessions.counts(recorded)),
        body.trackedChanges.fact('tracked-changes'),
        comments.fact('comments'),
        ...body.hidden.facts(),
        { kind: 'left-out', name: 'notes', value: null, count: body.footnotes },
        { kind: 'left-out', name: 'table-of-contents', value: null, count: body.contents },
      ],
    }
  } finally {
    zip.close()
  }
}

async function mainPart(zip: ZipParts): Promise<string> {
  let target: string | null = null
  const relations = await zip.open('_rels/.rels')
  if (relations) {
    await readXml(relations, {
      open: (name, attribute) => {
        if (name === 'Relationship' && attribute('Type')?.endsWith('/officeDocument'))
          target = attribute('Target')?.replace(/^\//, '') ?? null
      },
      close: () => undefined,
    })
  }
  const name = target ?? zip.names.find((part) => /^word\/document\d*\.xml$/i.test(part))
  if (!name) throw extractionError('damaged')
  return name
}

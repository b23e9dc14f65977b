import { isOle, openOle } from '../container/ole.ts'
import { wordStarts } from '../editing-history.ts'
import { extractionError, type Reading } from '../extraction.ts'
import { HiddenText } from '../hidden-text.ts'
import type { ExtractionLimits } from '../limits.ts'

import { isEncrypted, readLengths, readPieces, tableName } from './pieces.ts'
import { readHiddenRuns } from './runs.ts'
import { readSummary } from './summary.ts'
import { partText, visibleText } from './text.ts'

/** The text of a Word 97–2003 file: body and text boxes, without headers, footers, notes, comments, removed or hidden text. */
export function readDoc(bytes: Buffer, limits: ExtractionLimits): Reading {
  if (!isOle(bytes)) throw extractionError('damaged')
  const ole = openOle(bytes)
  const main = ole.read('WordDocument')
  if (!main) throw extractionError('damaged')
  if (main.readUInt16LE(0) !== 0xa5ec) {
    throw extractionError('unsupported', { happened: 'This file was written by a version of Word that is too old for us to read.' })
  }
  if (isEncrypted(main)) throw extractionError('encrypted')
  const table = ole.read(tableName(main))
  if (!table) throw extractionError('damaged')
  const lengths = readLengths(main)
  if (lengths.body + lengths.textBoxes > limits.characters) throw extractionError('too-large')

  const pieces = readPieces(main, table)
  const runs = readHiddenRuns(main, table)
  const hidden = new HiddenText()
  const body = partText(visibleText(pieces, 0, lengths.body, runs, hidden))
  const boxes = partText(visibleText(pieces, lengths.body + lengths.between, lengths.textBoxes, runs, hidden))
  const paragraphs = [...body.paragraphs, ...boxes.paragraphs]
  const words = paragraphs.reduce((sum, paragraph) => sum + wordStarts(paragraph).length, 0)
  return {
    paragraphs,
    pageCount: null,
    facts: [...readSummary(ole, words), ...hidden.facts(), { kind: 'left-out', name: 'notes', value: null, count: body.notes }],
  }
}

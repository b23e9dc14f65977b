import type { WritingRecordPage } from '@penmark/contract'
import { countWords } from '@penmark/detector/words'
import { Replay, runsOf } from '@penmark/writing'
import type { PastedRange } from '../editor/pasting.ts'
import { stepsOf } from '../sync/queue.ts'
import { readWholeRecord } from './own-record.ts'

/** Where text from elsewhere stands in a text, and the version of the text that this is about. */
export async function readPastedRanges(
  readPage: (offset: number) => Promise<WritingRecordPage>,
): Promise<{ version: number; ranges: PastedRange[] }> {
  const { entries, receipts } = await readWholeRecord(readPage)
  const replay = new Replay(entries, receipts, countWords)
  const { document, kinds } = replay.at(replay.length)
  const ranges: PastedRange[] = []
  document.descendants(({ text }, position) => {
    if (text === undefined) return
    let from = position
    for (const run of runsOf(text, position, kinds)) {
      const to = from + run.text.length
      if (run.kind === 'pasted') ranges.push({ from, to })
      from = to
    }
  })
  return { version: stepsOf(entries).length, ranges }
}

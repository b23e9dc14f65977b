import { csvLine, csvMark, type LongAttachment } from '@penmark/contract'
import type { Caller } from '../../../http/caller.ts'
import { utf8Chunks } from '../../../lib/chunks.ts'
import { safeName } from '../../../lib/filenames.ts'
import { timeFormatter } from '../../../locale/time-formatter.ts'
import type { Database } from '../../../services/database/database.ts'
import { readStudent } from '../../classes/index.ts'
import { type ClassExportRequest, loadExportTexts } from '../../documents/index.ts'
import { readStudentWriting } from './earlier-writing.ts'

const writingHeaders = [
  'documents:column.name',
  'documents:column.uploaded',
  'documents:writtenInClass',
  'export:score',
  'report:earlier.measure.sentence-words',
  'report:earlier.measure.word-letters',
]

/** A table with a row for each text on the student's page, oldest first. */
export async function exportStudentWriting(
  database: Database,
  { id, language = 'en-GB', time_zone }: ClassExportRequest,
  caller: Caller,
): Promise<LongAttachment> {
  const { first_name, last_name } = await readStudent(database, id, caller)
  const { history } = await readStudentWriting(database, id, caller)
  const texts = await loadExportTexts(language)
  const formatTime = timeFormatter(time_zone)
  const decimal = (value: number) => value.toFixed(2).replace('.', texts.decimalSeparator)

  function* lines(): Generator<string> {
    yield csvMark +
      csvLine(
        writingHeaders.map((key) => texts.text(key)),
        texts.cellSeparator,
      )
    for (const { filename, created_at, written_in_class, score, sentence_words, word_letters } of history) {
      const mark = written_in_class ? texts.text('export:yes') : null
      yield csvLine(
        [
          filename,
          formatTime(created_at),
          mark,
          texts.score(score),
          decimal(sentence_words),
          decimal(word_letters),
        ],
        texts.cellSeparator,
      )
    }
  }
  return { filename: `${safeName(`${last_name} ${first_name}`, 'student')}.csv`, chunks: utf8Chunks(lines()) }
}

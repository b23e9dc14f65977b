import { csvLine, csvMark, type LongAttachment } from '@penmark/contract'
import type { Database } from '../../database/database.ts'
import type { Caller } from '../../http/caller.ts'
import { readStudentWriting } from '../earlier-writing/read-earlier-writing.ts'
import { readStudent } from '../students/read-students.ts'
import { encoded, folderName, loadExportWords, timeIn } from './format.ts'

interface ExportRequest {
  id: string
  language?: string | undefined
  time_zone?: string | undefined
}

const heads = [
  'documents:column.name',
  'documents:column.uploaded',
  'documents:writtenInClass',
  'export:score',
  'report:earlier.measure.sentence-words',
  'report:earlier.measure.word-letters',
]

/** A row for each text on the student's page, oldest first. */
export async function exportStudentWriting(
  database: Database,
  { id, language = 'en-GB', time_zone }: ExportRequest,
  caller: Caller,
): Promise<LongAttachment> {
  const { first_name, last_name } = await readStudent(database, id, caller)
  const { history } = await readStudentWriting(database, id, caller)
  const words = await loadExportWords(language)
  const time = timeIn(time_zone)
  const decimal = (value: number) => value.toFixed(2).replace('.', words.decimal)

  function* lines(): Generator<string> {
    yield csvMark + csvLine(heads.map(words.of), words.separator)
    for (const { filename, created_at, written_in_class, score, sentence_words, word_letters } of history) {
      const mark = written_in_class ? words.of('export:yes') : null
      yield csvLine([filename, time(created_at), mark, words.score(score), decimal(sentence_words), decimal(word_letters)], words.separator)
    }
  }
  return { filename: `${folderName(`${last_name} ${first_name}`, 'student')}.csv`, chunks: encoded(lines()) }
}

import {
  csvLine,
  csvMark,
  type Document,
  type LongAttachment,
  labels,
  routes,
  type Student,
  unreadStateOf,
} from '@penmark/contract'
import { findingOf, headlineOf, headlineSentence, judgementOf, readableName } from '@penmark/wording'
import type { Binder } from '../../../http/bind.ts'
import type { Caller } from '../../../http/caller.ts'
import { utf8Chunks } from '../../../lib/chunks.ts'
import { timeFormatter } from '../../../locale/time-formatter.ts'
import type { Database } from '../../../services/database/database.ts'
import { listStudents, readClassGroup } from '../../classes/index.ts'
import type { PrintDependencies } from '../report/print.ts'
import { exportReports, readClassDocuments } from './export-reports.ts'
import { type ClassExportRequest, classExportFilename, type ExportTexts, loadExportTexts } from './format.ts'

export function bindClassExports({ bind }: Binder, dependencies: PrintDependencies): void {
  bind(routes.exportClassGroup, (input, caller) => exportClassGroup(dependencies.database, input, caller))
  bind(routes.exportClassReports, (input, caller) => exportReports(dependencies, input, caller))
}

const documentHeaders = [
  'classes:column.last_name',
  'classes:column.first_name',
  'classes:column.email',
  'classes:column.external_student_id',
  'documents:column.name',
  'documents:column.uploaded',
  'documents:column.status',
  'export:finding',
  'export:share',
  'export:score',
  'export:verdict',
  'documents:column.words',
  'documents:writtenInClass',
  'export:standing',
  'export:why',
]

function studentCells(
  student: Pick<Student, 'first_name' | 'last_name'> & Partial<Student>,
): (string | null)[] {
  return [student.last_name, student.first_name, student.email ?? null, student.external_student_id ?? null]
}

/**
 * Finding, share of marked text, score and verdict. The share is empty unless the finding says that some of
 * the text stands out.
 */
function resultCells(document: Document, texts: ExportTexts): (string | number | null)[] {
  const { score, ai_share } = document
  const headline = headlineOf(document)
  const { tone } = headline
  const label = labels.find((known) => known === document.label) ?? null
  const { verdict } = judgementOf({ score, label, finding: findingOf(document) })
  const percentOf = (value: number) => Math.round(value * 100)
  const marked = tone === 'stands-out' && ai_share !== null ? percentOf(ai_share) : null
  const sentence = headlineSentence(headline, document.word_count, {
    text: (key, values) => texts.text(`report:${key}`, values),
    share: texts.percent,
  })
  // "Human Written" would say more than an unusual text allows.
  const judged = tone === 'unusual' ? sentence : texts.text(`report:verdict.${verdict}`)
  return [sentence, marked, score === null ? null : texts.score(score), judged]
}

/** How the document stands for its teacher, and of an unread one why. Samples stand nowhere. */
function standingCell({ standing, status }: Document, texts: ExportTexts): string | null {
  if (standing !== 'unread') return standing && texts.text(`export:standing.${standing}`)
  return status === 'UNKNOWN' ? null : texts.text(`export:standing.${unreadStateOf(status) ?? 'waiting'}`)
}

function documentCells(
  document: Document,
  texts: ExportTexts,
  formatTime: (iso: string) => string,
): (string | number | null)[] {
  const { upload_timestamp, status, word_count, written_in_class } = document
  const { standing_reasons } = document
  const result = status === 'COMPLETED' ? resultCells(document, texts) : [null, null, null, null]
  return [
    readableName(document),
    formatTime(upload_timestamp),
    texts.text(`documents:status.${status}`),
    ...result,
    word_count,
    written_in_class ? texts.text('export:yes') : null,
    standingCell(document, texts),
    standing_reasons.map((reason) => texts.text(`export:why.${reason}`)).join(', ') || null,
  ]
}

/**
 * Streams a table with a row for each document of the class, then one for each student without a document.
 */
async function exportClassGroup(
  database: Database,
  { id, language = 'en-GB', time_zone }: ClassExportRequest,
  caller: Caller,
): Promise<LongAttachment> {
  const classGroup = await readClassGroup(database, id, caller)
  const texts = await loadExportTexts(language)
  const members = await listStudents(
    database,
    { class_group_id: id, sort: 'last_name', order: 'asc', offset: 0 },
    caller,
  )
  const formatTime = timeFormatter(time_zone)
  const line = (cells: readonly (string | number | null)[]) => csvLine(cells, texts.cellSeparator)
  const blank = documentHeaders.slice(4).map(() => null)

  async function* lines(): AsyncGenerator<string> {
    const byId = new Map(members.map((student) => [student.id, student]))
    const withDocuments = new Set<string | null>()
    yield csvMark + line(documentHeaders.map((key) => texts.text(key)))
    for await (const document of readClassDocuments(database, id, caller)) {
      const student = byId.get(document.student_id ?? '') ?? document.student_details
      withDocuments.add(document.student_id)
      yield line([
        ...(student ? studentCells(student) : [null, null, null, null]),
        ...documentCells(document, texts, formatTime),
      ])
    }
    for (const student of members)
      if (!withDocuments.has(student.id)) yield line([...studentCells(student), ...blank])
  }
  return { filename: classExportFilename(classGroup, 'csv'), chunks: utf8Chunks(lines()) }
}

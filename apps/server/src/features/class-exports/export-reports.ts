import { PassThrough } from 'node:stream'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { type Document, type LongAttachment, listLimits, Problem, routes } from '@penmark/contract'
import { ZipFile } from 'yazl'
import type { Database } from '../../database/database.ts'
import type { Caller } from '../../http/caller.ts'
import { readClassGroup } from '../class-groups/read-class-groups.ts'
import { listDocuments } from '../documents/read-documents.ts'
import { printReport } from '../reports/print-report.ts'
import type { PrintDependencies } from '../reports/results.ts'
import { type ExportRequest, type ExportWords, exportFilename, folderName, loadExportWords, uniqueNames } from './format.ts'

type Reader = Parameters<typeof printReport>[2]
type ExportDependencies = PrintDependencies

/** How often to retry when the printer is full, and the pause between attempts. */
const printing = { tries: 5, pauseMs: 3_000 }

/** The PDF of one report; null where it cannot be printed, so that the others still come. Waits when the printer is full. */
async function printOrNull(dependencies: ExportDependencies, id: string, reader: Reader, caller: Caller) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await printReport(dependencies, id, reader, caller)
    } catch (error) {
      if (tries >= printing.tries || !(error instanceof Problem && error.code === 'busy')) return null
      await setTimeout(printing.pauseMs)
    }
  }
}

function nameOf({ student_details: student }: Document): string | null {
  return student && `${student.last_name} ${student.first_name}`
}

/** The completed documents, and the names of the others. */
async function sortOut(documents: AsyncIterable<Document>): Promise<{ completed: Document[]; others: string[] }> {
  const completed: Document[] = []
  const others: string[] = []
  for await (const document of documents) {
    if (document.status === 'COMPLETED') completed.push(document)
    else others.push(document.original_filename)
  }
  return { completed, others }
}

/**
 * The reports of a class as PDFs, a folder for each student. A report is printed only when the one before it has been read, so that one PDF
 * at a time is in memory and a closed connection stops the printing. A file at the end names what is missing. @throws {Problem} `conflict`
 * when no document of the class is completed.
 */
export async function exportReports(
  dependencies: ExportDependencies,
  { id, language = 'en-GB', time_zone = 'UTC' }: ExportRequest,
  caller: Caller,
): Promise<LongAttachment> {
  const classGroup = await readClassGroup(dependencies.database, id, caller)
  const { completed, others } = await sortOut(readClassDocuments(dependencies.database, id, caller))
  if (completed.length === 0) throw new Problem('conflict', 'No document of this class is completed yet, so it has no report to export.')
  const words = await loadExportWords(language)

  async function* archive(): AsyncGenerator<Uint8Array> {
    const zip = new ZipFile()
    const output = new PassThrough()
    zip.outputStream.pipe(output)
    const unique = uniqueNames()
    const unmade: string[] = []
    for (const document of completed) {
      const report = await printOrNull(dependencies, document.id, { language, time_zone }, caller)
      if (report === null) {
        unmade.push(document.original_filename)
        continue
      }
      const folder = folderName(nameOf(document), words.of('export:nobody'))
      zip.addBuffer(Buffer.from(report.content), unique(`${folder}/${report.filename}`), { compress: false, mtime: new Date() })
      yield* ready(output)
    }
    if (unmade.length + others.length > 0) {
      zip.addBuffer(Buffer.from(missingList(words, unmade, others)), words.of('export:missingFile'))
    }
    zip.end()
    for await (const bytes of output) yield bytes as Buffer
  }
  return { filename: exportFilename(classGroup, 'zip'), chunks: archive() }
}

/** What has been written so far. Data the stream still buffers comes with the next call. */
async function* ready(output: PassThrough): AsyncGenerator<Uint8Array> {
  await setImmediate()
  for (let bytes = output.read() as Buffer | null; bytes !== null; bytes = output.read() as Buffer | null) yield bytes
}

/** Explains why the archive does not hold every document of the class. */
function missingList(words: ExportWords, unmade: string[], others: string[]): string {
  const part = (title: string, names: string[]) => (names.length === 0 ? [] : [words.of(title), ...names.map((name) => `- ${name}`), ''])
  return [...part('export:unfinished', others), ...part('export:unmade', unmade)].join('\r\n')
}

/** Every document of a class, page by page, by the student's name; documents without a student come first. */
export async function* readClassDocuments(database: Database, class_group_id: string, caller: Caller): AsyncGenerator<Document> {
  const page = { class_group_id, sort: 'student', order: 'asc', limit: listLimits.largest } as const
  let before: string | undefined
  for (;;) {
    const listing = before === undefined ? page : { ...page, before }
    const documents = routes.listDocuments.reply.parse(JSON.parse(await listDocuments(database, listing, caller)))
    yield* documents
    before = documents.at(-1)?.id
    if (documents.length < page.limit) return
  }
}

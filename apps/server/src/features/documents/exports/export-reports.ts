import { PassThrough } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { type Document, type LongAttachment, listLimits, Problem, routes } from '@penmark/contract'
import { readableName } from '@penmark/wording'
import { ZipFile } from 'yazl'
import type { Caller } from '../../../http/caller.ts'
import { availableChunks } from '../../../lib/chunks.ts'
import { pdfFilename, safeName, uniqueNames } from '../../../lib/filenames.ts'
import { problem } from '../../../locale/problems/problem.ts'
import type { Database } from '../../../services/database/database.ts'
import { readClassGroup } from '../../classes/index.ts'
import { type PrintDependencies, type PrintReader, printReport } from '../report/print.ts'
import { listDocuments } from '../rows/read-documents.ts'
import { type ClassExportRequest, classExportFilename, type ExportTexts, loadExportTexts } from './format.ts'

const printing = { attempts: 5, pauseMs: 3_000 }

/** The PDF of one report; null if it cannot be printed. Tries again while the printer is busy. */
async function tryPrint(dependencies: PrintDependencies, id: string, reader: PrintReader, caller: Caller) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await printReport(dependencies, id, reader, caller)
    } catch (error) {
      if (attempt >= printing.attempts || !(error instanceof Problem && error.code === 'busy')) return null
      await setTimeout(printing.pauseMs)
    }
  }
}

function nameOf({ student_details: student }: Document): string | null {
  return student && `${student.last_name} ${student.first_name}`
}

const listedName = (document: Document): string =>
  [nameOf(document), readableName(document)].filter(Boolean).join(' · ')

/** The completed documents, and the names of the unfinished ones. */
async function partition(
  documents: AsyncIterable<Document>,
): Promise<{ completed: Document[]; unfinished: string[] }> {
  const completed: Document[] = []
  const unfinished: string[] = []
  for await (const document of documents) {
    if (document.status === 'COMPLETED') completed.push(document)
    else unfinished.push(listedName(document))
  }
  return { completed, unfinished }
}

/**
 * The reports of a class as PDFs, in a folder for each student. A report is printed once the one before it
 * has been read, so that one PDF at a time is in memory and a closed connection stops the printing. A file at
 * the end names what is missing. @throws {Problem} `conflict` if no document of the class is completed.
 */
export async function exportReports(
  dependencies: PrintDependencies,
  { id, language = 'en-GB', time_zone = 'UTC' }: ClassExportRequest,
  caller: Caller,
): Promise<LongAttachment> {
  const classGroup = await readClassGroup(dependencies.database, id, caller)
  const { completed, unfinished } = await partition(readClassDocuments(dependencies.database, id, caller))
  if (completed.length === 0) throw problem('conflict', 'class_without_reports')
  const texts = await loadExportTexts(language)

  async function* archive(): AsyncGenerator<Uint8Array> {
    const zip = new ZipFile()
    const output = new PassThrough()
    zip.outputStream.pipe(output)
    const unique = uniqueNames()
    const failed: string[] = []
    for (const document of completed) {
      const report = await tryPrint(
        dependencies,
        document.id,
        { language, time_zone, appendix: false },
        caller,
      )
      if (report === null) {
        failed.push(listedName(document))
        continue
      }
      const folder = safeName(nameOf(document), texts.text('export:nobody'))
      zip.addBuffer(Buffer.from(report.content), unique(`${folder}/${pdfFilename(readableName(document))}`), {
        compress: false,
        mtime: new Date(),
      })
      yield* availableChunks(output)
    }
    if (failed.length + unfinished.length > 0) {
      zip.addBuffer(Buffer.from(missingList(texts, failed, unfinished)), texts.text('export:missingFile'))
    }
    zip.end()
    for await (const bytes of output) yield bytes as Buffer
  }
  return { filename: classExportFilename(classGroup, 'zip'), chunks: archive() }
}

/** Names the documents of the class that the archive lacks, and why. */
function missingList(texts: ExportTexts, failed: string[], unfinished: string[]): string {
  const part = (title: string, names: string[]) =>
    names.length === 0 ? [] : [texts.text(title), ...names.map((name) => `- ${name}`), '']
  return [...part('export:unfinished', unfinished), ...part('export:unmade', failed)].join('\r\n')
}

/** Every document of a class, page by page, by the student's name; documents without a student come first. */
export async function* readClassDocuments(
  database: Database,
  class_group_id: string,
  caller: Caller,
): AsyncGenerator<Document> {
  const page = { class_group_id, sort: 'student', order: 'asc', limit: listLimits.largest } as const
  let before: string | undefined
  for (;;) {
    const listing = before === undefined ? page : { ...page, before }
    const documents = routes.listDocuments.reply.parse(
      JSON.parse(await listDocuments(database, listing, caller)),
    )
    yield* documents
    before = documents.at(-1)?.id
    if (documents.length < page.limit) return
  }
}

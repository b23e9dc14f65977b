import { type ArchiveCharset, archiveCharsets, Problem, teacherRoutes } from '@penmark/contract'
import type { i18n, TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { upload } from '../../../lib/call/upload.ts'
import type { DocumentOwner } from '../queries.ts'
import type { UploadedDocument } from '../uploaded-document.ts'
import { announceSkipped } from './announce-skipped.ts'
import { type NameReading, NamesDialog } from './names-dialog.tsx'

/** What the names in an archive can be, if that is why the server refused it; empty otherwise. */
function readingsIn(thrown: unknown): NameReading[] {
  const fields = thrown instanceof Problem ? (thrown.fields ?? []) : []
  return fields.flatMap(({ reason }) => {
    const charset = archiveCharsets.find((each) => each === reason?.params.charset)
    return reason?.code === 'zip_names_reading' && charset !== undefined
      ? [{ charset, names: String(reason.params.names) }]
      : []
  })
}

interface SendOptions {
  signal: AbortSignal
  onProgress: (share: number) => void
  /** Shows a question on the page until it is given null. */
  show: (question: ReactNode) => void
  t: TFunction<'documents'>
  locale: Pick<i18n, 'language'>
}

/**
 * Sends an archive, and once more with the teacher's choice where its names can be read in several ways. Tells
 * which of its files were refused. @throws {Problem} where the teacher chooses no reading, among others.
 */
export async function sendArchive(
  file: File,
  fields: DocumentOwner & { written_in_class?: boolean; batch_id?: string },
  { show, t, locale, ...options }: SendOptions,
): Promise<UploadedDocument[]> {
  const send = (choice: { names_charset?: ArchiveCharset }) =>
    upload(teacherRoutes.uploadBatch, { files: [file] }, { ...fields, ...choice }, options)
  const { documents, skipped } = await send({}).catch(async (thrown: unknown) => {
    const readings = readingsIn(thrown)
    if (readings.length === 0) throw thrown
    const names_charset = await new Promise<ArchiveCharset | null>((resolve) =>
      show(<NamesDialog archive={file.name} readings={readings} onChoose={resolve} />),
    )
    show(null)
    if (names_charset === null) throw new Problem('invalid_input', t('names.unanswered'))
    return send({ names_charset })
  })
  announceSkipped(skipped, t, locale)
  return documents.map((document) => ({ ...document, archive: file.name }))
}

import type { Content } from 'pdfmake/interfaces.d.ts'
import { earlierPart } from './earlier-writing.ts'
import { heading, line, list, type PrintContext } from './layout.ts'
import type { CasePrintOrder, PrintedSource } from './messages.ts'
import type { Wording } from './wording.ts'
import { writingPart } from './writing-record.ts'

type Documented = CasePrintOrder['documents'][number]

/** The name of the file with its ending, which tells of what kind it is; the document's own name has none. */
export const fileNameOf = ({ filename, evidence }: Pick<Documented, 'filename' | 'evidence'>): string =>
  evidence?.file?.filename ?? filename

/** What the text shares with others, in sentences that name no other student. */
export function overlapSentences(
  { t, format }: Pick<Wording, 't' | 'format'>,
  overlap: NonNullable<Documented['evidence']>['overlap'],
): string[] {
  return overlap.map(({ documents, words }) =>
    t('case.overlap.shared', {
      count: documents,
      shown: format.count(documents),
      words: format.count(words),
    }),
  )
}

/**
 * The same of documents of other classes and years, the student's own apart: reusing one's own work is not
 * copying.
 */
export function beforeSentences(
  { t, format }: Pick<Wording, 't' | 'format'>,
  documents: NonNullable<NonNullable<Documented['evidence']>['handed_in_before']>,
): string[] {
  const valuesOf = (found: typeof documents) => ({
    count: found.length,
    shown: format.count(found.length),
    words: format.count(Math.max(...found.map(({ words }) => words))),
  })
  const own = documents.filter(({ is_own_work }) => is_own_work)
  const others = documents.filter(({ is_own_work }) => !is_own_work)
  return [
    ...(others.length === 0 ? [] : [t('case.before.others', valuesOf(others))]),
    ...(own.length === 0 ? [] : [t('case.before.own', valuesOf(own))]),
  ]
}

/** The same of the sources that the teacher added to the class. */
function sourceSentences(
  { t, format }: Pick<Wording, 't' | 'format'>,
  sources: readonly PrintedSource[],
): string[] {
  return sources.map(({ name, words }) =>
    t('case.source', { count: words, words: format.count(words), name }),
  )
}

/**
 * What else the teacher saw when the document was added: shared passages, earlier writing, the writing record
 * and the file itself.
 */
export function evidencePart(context: PrintContext, { evidence, report }: Documented): Content[] {
  const { t, format } = context.wording
  if (evidence === null)
    return [line(context, t('case.evidence.none'), { style: 'quiet', margin: [0, 8, 0, 0] })]
  const shared = [
    ...overlapSentences(context.wording, evidence.overlap),
    ...beforeSentences(context.wording, evidence.handed_in_before ?? []),
    ...sourceSentences(context.wording, evidence.sources ?? []),
  ]
  const { file, earlier, writing } = evidence
  return [
    heading(context, t('case.overlap')),
    ...(shared.length === 0
      ? [line(context, t('case.overlap.none'), { style: 'quiet' })]
      : [list(context, shared)]),
    ...earlierPart(context, { report, earlier }),
    ...writingPart(context, writing),
    heading(context, t('case.file')),
    line(
      context,
      file === null
        ? t('case.file.text')
        : t('case.file.named', {
            filename: file.filename,
            count: file.bytes,
            bytes: format.count(file.bytes),
          }),
    ),
    ...(file === null || file.sha256 === null
      ? []
      : [line(context, `SHA-256 ${file.sha256}`, { style: 'small' })]),
  ]
}

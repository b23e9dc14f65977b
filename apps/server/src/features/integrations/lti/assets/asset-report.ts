import { type Finding, isWorthReading } from '@penmark/contract'
import { findingOf, headlineOf, headlineSentence, type Tone } from '@penmark/wording'
import { nearestLocale } from '../../../../locale/locale.ts'
import { sentenceOf } from '../../../../locale/problems/reason.ts'
import { type TextKey, type Translate, translatorOf } from '../../../../locale/texts.ts'
import { markColours } from '../../../../pdf/layout.ts'
import { loadWording } from '../../../../pdf/wording.ts'
import type { Connection } from '../../../../services/database/database.ts'
import { EgressError } from '../../../../services/egress/egress.ts'
import { sendJob } from '../../../../services/queue/send-job.ts'
import type { DocumentOutcome } from '../../../documents/index.ts'
import { requestToken } from '../platforms/tokens.ts'
import { reportType, scopes } from '../protocol/claims.ts'
import { type AssetRow, reopenReported, selectIdsOfDocuments } from '../records/asset-store.ts'
import type { LtiDependencies } from '../records/dependencies.ts'
import type { PlatformRow } from '../records/store.ts'

/** The platform will never accept this report: the file or the assignment is gone. */
export class GoneError extends Error {
  override readonly name = 'GoneError'
}

/**
 * Sends the state of a file to its platform's report service. Throws `GoneError` if the platform wants no
 * more reports, `EgressError` if it may accept one later.
 */
export async function sendReport(
  dependencies: Pick<LtiDependencies, 'database' | 'egress'>,
  platform: PlatformRow,
  row: AssetRow,
  language: string,
  state: AssetState,
  now: Date,
): Promise<void> {
  const { status } = await dependencies.egress.send({
    method: 'POST',
    url: row.report_url,
    headers: {
      authorization: `Bearer ${await requestToken(dependencies, platform, scopes.reports)}`,
      'content-type': 'application/json',
      accept: 'application/json',
    },
    body: await reportBody(row, state, language, now),
    timeoutMs: 10_000,
    maximumBytes: 64 * 1_024,
  })
  // 409 means that the platform already has a newer report.
  if ((status >= 200 && status < 300) || status === 409) return
  if (status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status))
    throw new GoneError(`A platform answered ${status} to a report.`)
  throw new EgressError('unreachable')
}

/**
 * Queues reports on these documents to the platforms that sent them. Call it in the transaction that ends
 * their processing.
 */
export async function queueReports(
  connection: Connection,
  { document_ids }: { document_ids: string[] },
): Promise<void> {
  for (const id of await selectIdsOfDocuments(connection, document_ids))
    await sendJob(connection, 'lti-assets', id)
}

/** Sends platforms a new report of a document whose finding does not stand any more. */
export async function reportAgain(
  connection: Connection,
  { document_id }: { document_id: string },
): Promise<void> {
  await reopenReported(connection, document_id)
  await queueReports(connection, { document_ids: [document_id] })
}

/** Why there is no document: codes of the standard, and our own `ALLOWANCE`, `PLAN` and `STORAGE`. */
export type AssetRefusal =
  | 'UNSUPPORTED_ASSET_TYPE'
  | 'ASSET_TOO_LARGE'
  | 'DOWNLOAD_FAILED'
  | 'ALLOWANCE'
  | 'PLAN'
  | 'STORAGE'

/** The state of a file, as far as a platform may know it. */
type AssetState =
  | { kind: 'processing' }
  | { kind: 'refused'; refusal: AssetRefusal }
  | { kind: 'ended'; document: DocumentOutcome }

interface Report {
  processingProgress: 'Processing' | 'Processed' | 'Failed' | 'PendingManual'
  /** 0 to 5. 1 suggests reading the report; a higher value would be a statement about the student. */
  priority: 0 | 1
  result?: string
  /** Hexadecimal, with the words that say the same. */
  indicationColor?: string
  indicationAlt?: string
  comment?: string
  errorCode?: string
}

/** Another try works once there are words, a plan or space again. */
const isPending = (refusal: AssetRefusal) =>
  refusal === 'ALLOWANCE' || refusal === 'PLAN' || refusal === 'STORAGE'

function refusedReport(refusal: AssetRefusal, t: Translate<'lti'>): Report {
  const comment = t(`asset.refused.${refusal}`)
  if (isPending(refusal)) return { processingProgress: 'PendingManual', priority: 0, comment }
  return { processingProgress: 'Failed', priority: 0, errorCode: refusal, comment }
}

/** What a finding means for the reader, shown after the headline; absent if the headline says it all. */
const meanings: Partial<Record<Finding, TextKey<'lti'>>> = {
  inconclusive: 'asset.meaning.inconclusive',
  'no-evidence': 'asset.meaning.no-evidence',
  'insufficient-text': 'asset.meaning.insufficient-text',
  'unsupported-language': 'asset.meaning.unsupported-language',
  'creative-writing': 'asset.meaning.creative-writing',
}

/** The colours of findings in our own lists, on light paper. A text without a score has none. */
const colours: Record<Tone, string | null> = {
  'stands-out': markColours.strong,
  unusual: '#7d5200',
  nothing: '#2a6a3c',
  'not-scored': null,
}

async function reportOf(state: AssetState, language: string): Promise<Report> {
  if (state.kind === 'processing') return { processingProgress: 'Processing', priority: 0 }
  const t = translatorOf('lti', nearestLocale(language))
  if (state.kind === 'refused') return refusedReport(state.refusal, t)
  const { document } = state
  const { status, failure } = document
  if (status === 'LIMIT_EXCEEDED') return refusedReport('ALLOWANCE', t)
  if (status !== 'COMPLETED') {
    const comment = failure === null ? {} : { comment: sentenceOf(failure, nearestLocale(language)) }
    return { processingProgress: 'Failed', priority: 0, errorCode: 'UNREADABLE_ASSET', ...comment }
  }
  const finding = findingOf(document)
  const meaning = meanings[finding]
  const headline = headlineOf(document)
  const { t: text, format } = await loadWording(language)
  const sentence = headlineSentence(headline, document.word_count, { text, share: format.share })
  const sentences = [`${sentence}.`, ...(meaning === undefined ? [] : [t(meaning)]), t('asset.noProof')]
  // At most 16 characters. It never says who wrote a text: only the report does, and how certain that is.
  const result = t(`asset.result.${finding}`)
  const colour = colours[headline.tone]
  const indication = colour === null ? {} : { indicationColor: colour, indicationAlt: result }
  return {
    processingProgress: 'Processed',
    priority: isWorthReading(finding) ? 1 : 0,
    result,
    ...indication,
    comment: sentences.join(' '),
  }
}

/**
 * What the platform's report service receives about a file (LTI Asset Processor 1.0). It gets no score or
 * grade and must not show it to the student: a label without its report would be taken for a verdict.
 */
export async function reportBody(
  { asset_id }: Pick<AssetRow, 'asset_id'>,
  state: AssetState,
  language: string,
  now: Date,
): Promise<string> {
  return JSON.stringify({
    assetId: asset_id,
    type: reportType,
    timestamp: now.toISOString(),
    title: translatorOf('lti', nearestLocale(language))('asset.title'),
    visibleToOwner: false,
    ...(await reportOf(state, language)),
  })
}

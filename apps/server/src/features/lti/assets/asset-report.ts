import type { Finding } from '@penmark/contract'
import { reportType } from '../claims.ts'
import type { AssetRow } from './asset-store.ts'
import { assetWords } from './asset-words.ts'

/** Why there is no document, in the words of the standard, and `ALLOWANCE` of ours. */
export type AssetRefusal = 'UNSUPPORTED_ASSET_TYPE' | 'ASSET_TOO_LARGE' | 'DOWNLOAD_FAILED' | 'ALLOWANCE'

/** How a file stands, as far as a platform is told. */
export type Standing =
  | { is: 'processing' }
  | { is: 'refused'; refusal: AssetRefusal }
  | { is: 'ended'; status: string; reason: string | null; finding: Finding | null }

interface Report {
  processingProgress: 'Processing' | 'Processed' | 'Failed' | 'PendingManual'
  /** 0 to 5. 1 asks for a look at the report; more would be said of the student, and nothing here knows that. */
  priority: 0 | 1
  result?: string
  comment?: string
  errorCode?: string
}

/** How urgent a look is: where passages or the whole score like machine text, the teacher is asked to read the report. */
const worthALook: readonly Finding[] = ['ai-likely', 'mixed']

function refused(refusal: AssetRefusal, language: string): Report {
  const words = assetWords(language)
  if (refusal === 'ALLOWANCE') return { processingProgress: 'PendingManual', priority: 0, comment: words.allowance }
  const comment = { UNSUPPORTED_ASSET_TYPE: words.unsupported, ASSET_TOO_LARGE: words.tooLarge, DOWNLOAD_FAILED: words.notHad }[refusal]
  return { processingProgress: 'Failed', priority: 0, errorCode: refusal, comment }
}

function reportOf(standing: Standing, language: string): Report {
  if (standing.is === 'processing') return { processingProgress: 'Processing', priority: 0 }
  if (standing.is === 'refused') return refused(standing.refusal, language)
  const { status, reason, finding } = standing
  if (status === 'LIMIT_EXCEEDED') return refused('ALLOWANCE', language)
  if (status !== 'COMPLETED' || finding === null)
    return { processingProgress: 'Failed', priority: 0, errorCode: 'UNREADABLE_ASSET', ...(reason === null ? {} : { comment: reason }) }
  const words = assetWords(language)
  const { result, comment } = words.findings[finding]
  const priority = worthALook.includes(finding) ? 1 : 0
  return { processingProgress: 'Processed', priority, result, comment: `${comment} ${words.noProof}` }
}

/**
 * What the report service of a platform is told of a file (LTI Asset Processor 1.0). No score, no colour and no grade goes there, and the
 * student is not shown it: a label without its report would be taken for a verdict.
 */
export function bodyOf({ asset_id }: Pick<AssetRow, 'asset_id'>, standing: Standing, language: string, now: Date): string {
  return JSON.stringify({
    assetId: asset_id,
    type: reportType,
    timestamp: now.toISOString(),
    title: assetWords(language).title,
    visibleToOwner: false,
    ...reportOf(standing, language),
  })
}

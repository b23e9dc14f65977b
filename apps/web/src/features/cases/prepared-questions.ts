import type { Case } from '@penmark/contract'
import { shownParagraphs, topicsOf } from '@penmark/reading'
import { useTranslation } from 'react-i18next'
import { useCaseReport } from './queries.ts'

/**
 * The questions of the conversation sheet for a new case, one a line; empty for any other case, and while the
 * report is unknown.
 */
export function usePreparedQuestions({
  id,
  state,
  documents,
}: Pick<Case, 'id' | 'state' | 'documents'>): string {
  const { t } = useTranslation('report')
  const document_id = documents[0]?.document_id ?? ''
  const { data: report } = useCaseReport(id, document_id, { enabled: state === 'new' && document_id !== '' })
  if (!report || state !== 'new') return ''
  const aboutPassages = topicsOf(shownParagraphs(report)).flatMap(({ questions }) =>
    questions.map(({ key, phrase }) => t(key, { phrase })),
  )
  const usual = [t('talk.begin.how'), t('talk.begin.drafts'), t('talk.begin.help')]
  return [...usual, ...new Set(aboutPassages)].join('\n')
}

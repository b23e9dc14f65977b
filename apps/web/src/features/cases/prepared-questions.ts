import type { Case, Report } from '@penmark/contract'
import { shownParagraphs, topicsOf } from '@penmark/wording'
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
  const questionsOf = useQuestionsOf()
  const document_id = documents[0]?.document_id ?? ''
  const { data: report } = useCaseReport(id, document_id, { enabled: state === 'new' && document_id !== '' })
  return !report || state !== 'new' ? '' : questionsOf(report)
}

/** The questions of the conversation sheet about a report, one a line. */
export function useQuestionsOf(): (report: Report) => string {
  const { t } = useTranslation('report')
  return (report) => {
    const aboutPassages = topicsOf(shownParagraphs(report)).flatMap(({ questions }) =>
      questions.map(({ key, sentence }) => t(key, { sentence })),
    )
    const usual = [t('talk.begin.how'), t('talk.begin.drafts'), t('talk.begin.help')]
    return [...usual, ...new Set(aboutPassages)].join('\n')
  }
}

import { schoolCell } from '@penmark/wording'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../lib/format/format.ts'
import { EvidenceCell } from '../../../ui/evidence/evidence-row.tsx'
import { useEarlierOverlap } from '../queries.ts'
import { schoolMatchesId } from './school-matches.tsx'

/** What a text shares with documents of other teachers, in one line. Nothing while nothing was found. */
export function SchoolCell({ documentId }: { documentId: string }) {
  const { t, i18n } = useTranslation('report')
  const school = useEarlierOverlap(documentId).data?.school
  const [most] = school?.matches ?? []
  if (!school || !most) return null
  const cell = schoolCell(
    { words: most.words, documents: school.documents, isExact: false },
    { text: (key, values) => t(key, values), count: (value) => formatNumber(i18n, value) },
  )
  return (
    <EvidenceCell
      title={t('evidence.school')}
      tone={cell?.tone ?? 'quiet'}
      action={<a href={`#${schoolMatchesId}`}>{t('evidence.seeInSchool')}</a>}
    >
      {cell?.text}
    </EvidenceCell>
  )
}

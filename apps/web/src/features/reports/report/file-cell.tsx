import type { PlainFact } from '@penmark/contract'
import { fileCell, isFound } from '@penmark/reading'
import { useTranslation } from 'react-i18next'
import { EvidenceCell } from '../../../ui/evidence/evidence-row.tsx'
import { useEvidenceTexts } from '../use-evidence-texts.ts'
import { fileChecksId } from './file-checks.tsx'
import { unfold } from './section.tsx'

/** The strongest fact of the file, with a way to all of them. */
export function FileCell({ facts }: { facts: readonly PlainFact[] }) {
  const { t } = useTranslation('report')
  const { tone, text } = fileCell(facts, useEvidenceTexts())
  const action = facts.some(isFound) && (
    <a href={`#${fileChecksId}`} onClick={() => unfold(fileChecksId)}>
      {t('alert.show')}
    </a>
  )
  return (
    <EvidenceCell title={t('evidence.file')} tone={tone} action={action}>
      {text}
    </EvidenceCell>
  )
}

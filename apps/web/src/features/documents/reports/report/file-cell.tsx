import type { PlainFact } from '@penmark/contract'
import { authorSentence, fileCell, isFound } from '@penmark/wording'
import { useTranslation } from 'react-i18next'
import { EvidenceCell } from '../../../../ui/evidence/evidence-row.tsx'
import classes from '../report.module.css'
import { unfold } from '../section.tsx'
import { useEvidenceTexts } from '../use-evidence-texts.ts'
import { fileChecksId } from './file-checks.tsx'

/** The strongest fact of the file, with a way to all of them. */
export function FileCell({ facts }: { facts: readonly PlainFact[] }) {
  const { t } = useTranslation('report')
  const texts = useEvidenceTexts()
  const { tone, text, beside } = fileCell(facts, texts)
  const about = [beside, authorSentence(facts, texts)].filter((sentence) => sentence).join(' ')
  const action = facts.some(isFound) && (
    <a href={`#${fileChecksId}`} onClick={() => unfold(fileChecksId)}>
      {t('alert.show')}
    </a>
  )
  return (
    <EvidenceCell title={t('evidence.file')} tone={tone} action={action}>
      {text}
      {about !== '' && <p className={classes.quiet}>{about}</p>}
    </EvidenceCell>
  )
}

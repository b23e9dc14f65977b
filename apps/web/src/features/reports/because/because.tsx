import { type Report, scoreSum, styleRows, tellingSentences } from '@penmark/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Section } from '../section.tsx'
import classes from './because.module.css'
import { StyleProfile } from './style-profile.tsx'
import { SumTable } from './sum-table.tsx'
import { Telling } from './telling.tsx'

interface BecauseProps {
  report: Report
  onJump: (paragraph: number) => void
}

/** Why the score is what it is: its parts, the sentences that moved it most both ways, and the style beside that of students. */
export function Because({ report, onJump }: BecauseProps) {
  const { t } = useTranslation('report')
  const { results, evidence } = report
  const telling = useMemo(() => tellingSentences(results), [results])
  const sum = scoreSum(report)
  const rows = useMemo(() => styleRows(evidence), [evidence])
  if (sum === null) return null
  return (
    <Section title={t('because.title')} lead={t('because.text')}>
      <SumTable sum={sum} />
      <div className={classes.sides}>
        <Telling title={t('because.machine')} sentences={telling.machine} onJump={onJump} />
        <Telling title={t('because.human')} sentences={telling.human} onJump={onJump} />
      </div>
      {rows.length > 0 && <StyleProfile rows={rows} />}
    </Section>
  )
}

import type { MarkedParagraph } from '@penmark/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { curveOf } from '../curve.ts'
import { Disclosure } from '../disclosure.tsx'
import { Section } from '../section.tsx'
import { Plot } from './plot.tsx'
import { PlotTable } from './plot-table.tsx'

interface WhereProps {
  paragraphs: readonly MarkedParagraph[]
  onJump: (paragraph: number) => void
}

/** Not only how much but where: the score along the document, as a picture and as a table. */
export function Where({ paragraphs, onJump }: WhereProps) {
  const { t } = useTranslation('report')
  const curve = useMemo(() => curveOf(paragraphs), [paragraphs])
  return (
    <Section title={t('where.title')} lead={t('where.text')}>
      <Plot {...curve} onJump={onJump} />
      <Disclosure title={t('where.table')} onScreenOnly>
        <PlotTable paragraphs={paragraphs} onJump={onJump} />
      </Disclosure>
    </Section>
  )
}

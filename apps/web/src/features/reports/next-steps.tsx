import { chanceOfFalseFlag, scoreBands, verdictAtPercent } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { Disclosure } from './disclosure.tsx'
import { useFigures } from './figures.ts'

/** Honest texts in the example that turns a rate into a chance. */
const exampleTexts = 30

interface MeaningProps {
  score: number | null
  /** Fraction 0…1, or null where it was not measured. */
  falsePositiveRate: number | null
}

/** What score, cuts and confidence say, and what they do not. */
export function Meaning({ score, falsePositiveRate }: MeaningProps) {
  const { t } = useTranslation('report')
  const figures = useFigures()
  const cuts = {
    low: figures.share(scoreBands.amber / 100),
    middle: figures.share(verdictAtPercent / 100),
    high: figures.share(scoreBands.red / 100),
  }
  return (
    <Disclosure title={t('meaning.title')}>
      <ul>
        {score !== null && <li>{t('meaning.score', { score: figures.score(score) })}</li>}
        <li>{t('meaning.cuts', cuts)}</li>
        <li>{t('meaning.confidence')}</li>
        {falsePositiveRate !== null && falsePositiveRate > 0 && (
          <li>{t('meaning.class', { texts: exampleTexts, chance: figures.rate(chanceOfFalseFlag(falsePositiveRate, exampleTexts)) })}</li>
        )}
      </ul>
    </Disclosure>
  )
}

/** What to do with the report: a conversation. */
export function NextQuestions({ marked }: { marked: boolean }) {
  const { t } = useTranslation('report')
  return (
    <Disclosure title={t('next.title')}>
      <ul>
        <li>{t('next.talk')}</li>
        <li>{t('next.drafts')}</li>
        {marked && <li>{t('next.passage')}</li>}
        <li>{t('next.compare')}</li>
        <li>{t('next.decide')}</li>
      </ul>
    </Disclosure>
  )
}

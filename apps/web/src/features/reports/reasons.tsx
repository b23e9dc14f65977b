import { reasonWords, scoreBands, verdictAtPercent } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { useFigures } from './figures.ts'
import classes from './result.module.css'

interface ReasonsProps {
  codes: readonly string[]
  /** Whether there were human texts of this length to compare with. */
  isCompared: boolean
}

/** Why the finding is what it is. */
export function Reasons({ codes, isCompared }: ReasonsProps) {
  const { t } = useTranslation('report')
  const figures = useFigures()
  if (codes.length === 0) return null
  const cuts = { middle: figures.share(verdictAtPercent / 100), high: figures.share(scoreBands.red / 100) }
  const words = [...new Set(codes.map((code) => reasonWords(code, isCompared)))]
  return (
    <div>
      <h3 className={classes.reasonsTitle}>{t('reasons')}</h3>
      <ul className={classes.reasons}>
        {words.map((each) => (
          <li key={each}>{t(each, cuts)}</li>
        ))}
      </ul>
    </div>
  )
}

import type { Extent } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { useFigures } from '../use-figures.ts'
import classes from './share-bar.module.css'

const levels = ['strong', 'light', 'none'] as const

/** How much of the text reads like AI writing, strongly, lightly and not at all. The key below says the same in words. */
export function ShareBar({ extent }: { extent: Extent }) {
  const { t } = useTranslation('report')
  const figures = useFigures()
  const shown = levels.filter((level) => extent[level] > 0.005)
  return (
    <div className={classes.share}>
      <div className={classes.bar} aria-hidden="true">
        {shown.map((level) => (
          <span key={level} data-level={level} style={{ flexGrow: extent[level] }} />
        ))}
      </div>
      <ul className={classes.key} aria-label={t('share.title')}>
        {shown.map((level) => (
          <li key={level} data-level={level}>
            {t(`share.${level}`, { share: figures.share(extent[level]) })}
          </li>
        ))}
      </ul>
    </div>
  )
}

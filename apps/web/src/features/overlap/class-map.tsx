import type { SharingPair } from '@penmark/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { layoutMap } from './layout.ts'
import classes from './overlap.module.css'

const size = 360

/** Who shares with whom, as dots and lines; the table says the same in words. */
export function ClassMap({ pairs }: { pairs: readonly SharingPair[] }) {
  const { t } = useTranslation('overlap')
  const { dots, lines } = useMemo(() => layoutMap(pairs, size), [pairs])
  return (
    <figure className={classes.map}>
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t('map.label')}>
        {lines.map(({ id, from, to, share }) => (
          <line key={id} x1={from.x} y1={from.y} x2={to.x} y2={to.y} strokeWidth={1 + 7 * share} />
        ))}
        {dots.map(({ id, name, x, y }) => (
          <circle key={id} cx={x} cy={y} r={5}>
            <title>{name}</title>
          </circle>
        ))}
      </svg>
      <figcaption>
        <strong>{t('map')}</strong> {t('map.lead')}
      </figcaption>
    </figure>
  )
}

import type { SharingPair } from '@penmark/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { layoutMap } from './layout.ts'
import classes from './overlap.module.css'

const size = 360
/** Room for names on either side. */
const sides = 130
const most = { labels: 40, characters: 20 }
/** Two documents are one line: the table says it better. */
const fewest = 3

const shortened = (name: string) => (name.length > most.characters ? `${name.slice(0, most.characters - 1).trimEnd()}…` : name)

/** Who shares with whom, as dots and lines; the table says the same in words. */
export function ClassMap({ pairs }: { pairs: readonly SharingPair[] }) {
  const { t } = useTranslation('overlap')
  const { dots, lines } = useMemo(() => layoutMap(pairs, size), [pairs])
  if (dots.length < fewest) return null
  const hasLabels = dots.length <= most.labels
  return (
    <figure className={classes.map}>
      <svg viewBox={`${-sides} -12 ${size + 2 * sides} ${size + 24}`} role="img" aria-label={t('map.label')}>
        {lines.map(({ id, from, to, share }) => (
          <line key={id} x1={from.x} y1={from.y} x2={to.x} y2={to.y} strokeWidth={1 + 7 * share} />
        ))}
        {dots.map(({ id, name, x, y }) => (
          <g key={id}>
            <circle cx={x} cy={y} r={5}>
              <title>{name}</title>
            </circle>
            {hasLabels && (
              <text x={x + (x < size / 2 ? -10 : 10)} y={y + 4 + (10 * (y - size / 2)) / size} textAnchor={x < size / 2 ? 'end' : 'start'}>
                {shortened(name)}
              </text>
            )}
          </g>
        ))}
      </svg>
      <figcaption>
        <strong>{t('map')}</strong> {t('map.lead')}
      </figcaption>
    </figure>
  )
}

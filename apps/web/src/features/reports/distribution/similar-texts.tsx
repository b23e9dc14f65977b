import { type Distribution, distributionBins, verdictAtPercent } from '@penmark/contract'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Disclosure } from '../report/disclosure.tsx'
import { useFigures } from '../use-figures.ts'
import classes from './similar-texts.module.css'

const width = 300
const rowHeight = 64
const labelHeight = 20
const axisHeight = 34
/** Ticks of the axis, as shares of its length. */
const ticks = [0, verdictAtPercent / 100, 1]

interface SimilarTextsProps {
  /** Score of this text, 0…1. */
  score: number
  /** Human texts in the distribution. */
  n: number
  distribution: Distribution
}

/** Where this text stands among student and AI texts of its length: a plot, and the same figures as a table. */
export function SimilarTexts({ score, n, distribution: { human, machine } }: SimilarTextsProps) {
  const { t } = useTranslation('report')
  const figures = useFigures()
  const title = useId()
  const rows = [
    { kind: 'human', counts: human, label: t('similar.human', { n: figures.count(n) }) },
    ...(machine ? [{ kind: 'machine', counts: machine.counts, label: t('similar.machine', { n: figures.count(machine.n) }) }] : []),
  ]
  const foot = rows.length * (rowHeight + labelHeight) + 28
  const height = foot + axisHeight
  const x = Math.min(0.995, Math.max(0.005, score)) * width
  // On the side where this text is not, so that its line crosses no label.
  const labelSide = score < 0.5 ? { x: width, textAnchor: 'end' as const } : {}
  return (
    <figure className={classes.figure} aria-labelledby={title}>
      <figcaption id={title} className={classes.title}>
        {t('similar.title')}
      </figcaption>
      <svg className={classes.plot} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {rows.map(({ kind, counts, label }, row) => {
          const base = 28 + rowHeight + row * (rowHeight + labelHeight)
          return (
            <g key={kind}>
              <Bars counts={counts} kind={kind} base={base} />
              <line className={classes.axis} x2={width} y1={base} y2={base} />
              <text className={classes.label} y={base + 14} {...labelSide}>
                {label}
              </text>
            </g>
          )
        })}
        <line className={classes.threshold} x1={(verdictAtPercent / 100) * width} x2={(verdictAtPercent / 100) * width} y1={16} y2={foot} />
        <line className={classes.here} x1={x} x2={x} y1={18} y2={foot} />
        <line className={classes.axis} x2={width} y1={foot} y2={foot} />
        {ticks.map((tick) => (
          <g key={tick}>
            <line className={classes.axis} x1={tick * width} x2={tick * width} y1={foot} y2={foot + 4} />
            <text
              className={classes.label}
              x={tick * width}
              y={foot + 16}
              textAnchor={tick === 0 ? 'start' : tick === 1 ? 'end' : 'middle'}
            >
              {figures.share(tick)}
            </text>
          </g>
        ))}
        <text className={classes.label} x={width / 2} y={foot + 31} textAnchor="middle">
          {t('score.name')}
        </text>
        <text className={classes.hereLabel} x={x} y={12} textAnchor={score > 0.75 ? 'end' : score < 0.25 ? 'start' : 'middle'}>
          {t('similar.here')}
        </text>
      </svg>
      <p className={classes.note}>{t('similar.threshold', { threshold: figures.share(verdictAtPercent / 100) })}</p>
      <Disclosure title={t('distribution.table')} onScreenOnly>
        <table className={classes.table}>
          <caption className={classes.hidden}>{t('similar.title')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('distribution.score')}</th>
              <th scope="col">{t('similar.humanColumn')}</th>
              {machine && <th scope="col">{t('similar.machineColumn')}</th>}
            </tr>
          </thead>
          <tbody>
            {human.map((count, bin) => {
              const from = bin / distributionBins
              return (
                <tr key={from}>
                  <th scope="row">{t('style.range', { low: figures.share(from), high: figures.share((bin + 1) / distributionBins) })}</th>
                  <td>{figures.count(count)}</td>
                  {machine && <td>{figures.count(machine.counts[bin] ?? 0)}</td>}
                </tr>
              )
            })}
          </tbody>
        </table>
      </Disclosure>
    </figure>
  )
}

interface BarsProps {
  counts: readonly number[]
  kind: string
  /** Height of the axis, in units of the view box. */
  base: number
}

/** Square roots of the counts: one text among thousands is still to be seen. */
function Bars({ counts, kind, base }: BarsProps) {
  const tallest = Math.sqrt(Math.max(1, ...counts))
  const bar = width / counts.length
  return counts.map((count, bin) => {
    const height = (Math.sqrt(count) / tallest) * rowHeight
    // biome-ignore lint/suspicious/noArrayIndexKey: the bins of a distribution have a fixed order
    return <rect key={bin} className={classes.bar} data-kind={kind} x={bin * bar + 0.5} width={bar - 1} y={base - height} height={height} />
  })
}

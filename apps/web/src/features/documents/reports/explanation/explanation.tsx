import { type Evidence, type Report, verdictAtPercent } from '@penmark/contract'
import {
  phraseParts,
  placeOnTrack,
  type SignalSentence,
  type StyleRow,
  scoreSum,
  signalSentences,
  styleFigure,
  styleRows,
} from '@penmark/wording'
import { type MouseEvent, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import textClasses from '../../../../ui/theme/text.module.css'
import { paragraphId } from '../marked-text/paragraph.tsx'
import { Part } from '../section.tsx'
import { useReportFormat } from '../use-report-format.ts'
import classes from './explanation.module.css'
import profileClasses from './style-profile.module.css'

interface ExplanationProps {
  report: Report
  onJump: (paragraph: number) => void
}

/**
 * How the score adds up: its parts, the sentences that moved it most in each direction, and the style
 * compared with student texts.
 */
export function Explanation({ report, onJump }: ExplanationProps) {
  const { t } = useTranslation('report')
  const { results, evidence } = report
  const signals = useMemo(() => signalSentences(results), [results])
  const sum = scoreSum(report)
  const rows = useMemo(() => styleRows(evidence), [evidence])
  if (sum === null) return null
  return (
    <Part title={t('explanation.title')} lead={t('explanation.text')}>
      <ScoreSum sum={sum} />
      {sum.context !== 0 && <p className={classes.contextNote}>{t('explanation.contextNote')}</p>}
      <div className={classes.sides}>
        <Signals title={t('explanation.machine')} sentences={signals.machine} onJump={onJump} />
        <Signals title={t('explanation.human')} sentences={signals.human} onJump={onJump} />
      </div>
      {rows.length > 0 && <StyleProfile rows={rows} />}
    </Part>
  )
}

/** The score as a sum of points, and the points needed for the verdict. */
function ScoreSum({ sum }: { sum: NonNullable<ReturnType<typeof scoreSum>> }) {
  const { t } = useTranslation('report')
  const format = useReportFormat()
  return (
    <table className={classes.sum}>
      <thead className={textClasses.visuallyHidden}>
        <tr>
          <th scope="col">{t('explanation.part')}</th>
          <th scope="col">{t('explanation.points')}</th>
        </tr>
      </thead>
      <tbody>
        {(sum.context === 0
          ? (['base', 'style', 'sentences'] as const)
          : (['base', 'style', 'sentences', 'context'] as const)
        ).map((part) => (
          <tr key={part}>
            <th scope="row">{t(`explanation.${part}`)}</th>
            <td>{format.weight(sum[part])}</td>
          </tr>
        ))}
        <tr className={classes.total}>
          <th scope="row">{t('explanation.total')}</th>
          <td>{format.weight(sum.total)}</td>
        </tr>
        <tr className={textClasses.soft}>
          <th scope="row">
            {t('explanation.threshold', { threshold: format.share(verdictAtPercent / 100) })}
          </th>
          <td>{format.weight(sum.threshold)}</td>
        </tr>
      </tbody>
    </table>
  )
}

interface SignalsProps {
  title: string
  sentences: readonly SignalSentence[]
  onJump: (paragraph: number) => void
}

/** The sentences that moved the score most in one direction, with their weightiest phrases. */
function Signals({ title, sentences, onJump }: SignalsProps) {
  const { t } = useTranslation('report')
  const format = useReportFormat()
  const describePhrase = (evidence: Evidence) => {
    const { words: key, shown } = phraseParts(evidence, format)
    return t(key, shown)
  }
  const jump = (event: MouseEvent, paragraph: number) => {
    event.preventDefault()
    onJump(paragraph)
  }
  return (
    <div>
      <h4 className={classes.subtitle}>{title}</h4>
      {sentences.length === 0 && <p className={classes.quiet}>{t('explanation.noSentence')}</p>}
      <ol className={classes.sentences}>
        {sentences.map(({ paragraph, text, weight, machine, human, evidence }) => (
          <li key={`${paragraph} ${text}`}>
            <blockquote className={classes.quote} translate="no">
              {text}
            </blockquote>
            <p className={classes.quiet}>
              <a href={`#${paragraphId(paragraph)}`} onClick={(event) => jump(event, paragraph)}>
                {t('text.paragraph', { number: paragraph })}
              </a>
              {' · '}
              {t('explanation.weights', {
                weight: format.weight(weight),
                machine: format.weight(machine),
                human: format.weight(human),
              })}
            </p>
            {evidence.length > 0 && (
              <p className={classes.quiet}>
                {t('explanation.phrases', { phrases: evidence.map(describePhrase).join(', ') })}
              </p>
            )}
          </li>
        ))}
      </ol>
    </div>
  )
}

/** Style measures as dots against the range of student texts, with the figures in the table. */
function StyleProfile({ rows }: { rows: readonly StyleRow[] }) {
  const { t } = useTranslation('report')
  const format = useReportFormat()
  const n = Math.min(...rows.map((row) => row.n))
  return (
    <div className={profileClasses.profile}>
      <h4 className={profileClasses.title}>{t('style.title')}</h4>
      <p className={profileClasses.text}>{t('style.text', { n: format.count(n) })}</p>
      <table className={profileClasses.table}>
        <thead>
          <tr>
            <th scope="col">{t('style.measure')}</th>
            <td aria-hidden="true" />
            <th scope="col">{t('style.here')}</th>
            <th scope="col">{t('style.band')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.measure}>
              <th scope="row">{t(`style.${row.measure}`)}</th>
              <td aria-hidden="true">
                <Track row={row} />
              </td>
              <td className={profileClasses.figure}>
                {styleFigure(row, row.value, format)}
                {row.isOutside && <span className={textClasses.soft}> ({t('style.outside')})</span>}
              </td>
              <td className={profileClasses.figure}>
                {t('style.range', {
                  low: styleFigure(row, row.low, format),
                  high: styleFigure(row, row.high, format),
                })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Track({ row }: { row: StyleRow }) {
  return (
    <span className={profileClasses.track}>
      <span className={profileClasses.band} />
      <span className={profileClasses.middle} style={{ left: `${100 * placeOnTrack(row, row.middle)}%` }} />
      <span
        className={profileClasses.dot}
        data-outside={row.isOutside || undefined}
        style={{ left: `${100 * placeOnTrack(row, row.value)}%` }}
      />
    </span>
  )
}

import { Button } from '@mantine/core'
import type { Distribution, Report } from '@penmark/contract'
import {
  type Extent,
  extentOf,
  headlineOf,
  headlineSentence,
  isWithdrawn,
  judgementOf,
  oddsWords,
  withheldWords,
} from '@penmark/wording'
import { type ReactNode, useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { toneIcons } from '../../../../ui/finding/finding-chip.tsx'
import toneClasses from '../../../../ui/finding/tone.module.css'
import textClasses from '../../../../ui/theme/text.module.css'
import { ScoreHistogram } from '../distribution/score-histogram.tsx'
import { textId } from '../marked-text/marked-text.tsx'
import { useReportFormat } from '../use-report-format.ts'
import shareClasses from './share-bar.module.css'
import classes from './verdict-card.module.css'

const levels = ['strong', 'light', 'none'] as const

/**
 * How much of the text reads like AI writing, strongly, lightly and not at all. The key below says the same
 * in words.
 */
function ShareBar({ extent }: { extent: Extent }) {
  const { t } = useTranslation('report')
  const format = useReportFormat()
  const shown = levels.filter((level) => extent[level] > 0.005)
  return (
    <div className={shareClasses.share}>
      <div className={shareClasses.bar} aria-hidden="true">
        {shown.map((level) => (
          <span key={level} data-level={level} style={{ flexGrow: extent[level] }} />
        ))}
      </div>
      <ul className={shareClasses.key} aria-label={t('share.title')}>
        {shown.map((level) => (
          <li key={level} data-level={level}>
            {t(`share.${level}`, { share: format.share(extent[level]) })}
          </li>
        ))}
      </ul>
    </div>
  )
}

interface VerdictCardProps {
  report: Report
  /** The button that downloads the PDF. */
  pdf: ReactNode
  /** Whether there is a sheet for a conversation, as for every report of a student's document. */
  hasConversation: boolean
}

/** One sentence that says what was found, how often honest texts look like this, and what to do next. */
export function VerdictCard({ report, pdf, hasConversation }: VerdictCardProps) {
  const { t } = useTranslation('report')
  const format = useReportFormat()
  const { search } = useLocation()
  const heading = useId()
  const headline = headlineOf(report)
  const { tone } = headline
  const isScored = tone !== 'not-scored'
  const extent = useMemo(
    () => (tone === 'stands-out' ? extentOf(report.results, report.ai_share) : null),
    [tone, report.results, report.ai_share],
  )
  const withdrawn = isWithdrawn(report.finding, report.checks.slice(1))
  const Icon = toneIcons[tone]
  const hasPassages = extent !== null
  return (
    <section className={`${classes.card} ${toneClasses.tone}`} aria-labelledby={heading} data-tone={tone}>
      <div className={classes.columns}>
        <div className={classes.main}>
          <h2 id={heading} className={classes.headline}>
            <Icon className={classes.icon} size={30} stroke={1.75} aria-hidden="true" />
            <span>
              {headlineSentence(headline, report.words, {
                text: (name, values) => t(name, values),
                share: format.share,
              })}
            </span>
          </h2>
          {!isScored && <WhyNotScored report={report} />}
          {isScored &&
            (withdrawn ? <p className={classes.odds}>{t('withdrawn')}</p> : <Odds report={report} />)}
          {tone === 'nothing' && <p className={textClasses.soft}>{t('headline.nothing.text')}</p>}
          {tone === 'unusual' && <p>{t('headline.unusual.text')}</p>}
          {isScored && <p className={textClasses.soft}>{t('notProof')}</p>}
          {extent && <ShareBar extent={extent} />}
          <div className={classes.actions}>
            {hasPassages && (
              <Button component="a" href={`#${textId}`}>
                {t('actions.passages')}
              </Button>
            )}
            {hasConversation && (tone === 'stands-out' || tone === 'unusual') && (
              <Button
                component={Link}
                to={{ pathname: `/documents/${encodeURIComponent(report.document_id)}/conversation`, search }}
                variant="default"
              >
                {t('actions.talk')}
              </Button>
            )}
            {pdf}
          </div>
        </div>
        {isScored && !withdrawn && report.score !== null && report.calibration?.distribution && (
          <SimilarTexts score={report.score} distribution={report.calibration.distribution} />
        )}
      </div>
    </section>
  )
}

/** How often people's texts look like this one, with the number compared. */
function Odds({ report }: { report: Report }) {
  const { t } = useTranslation('report')
  const { key, values } = oddsWords(report, useReportFormat())
  return <p className={classes.odds}>{t(key, values)}</p>
}

function WhyNotScored({ report }: { report: Report }) {
  const { t } = useTranslation('report')
  const format = useReportFormat()
  const { words, words_needed, finding } = report
  const { verdict } = judgementOf(report)
  return (
    <>
      {verdict === 'Not enough text to judge' && (
        <p className={classes.odds}>{t('verdict.Not enough text to judge')}</p>
      )}
      <p>
        {t(withheldWords(report), {
          count: words ?? 0,
          words: format.count(words ?? 0),
          needed: format.count(words_needed),
        })}
      </p>
      {(finding === 'unsupported-language' || finding === 'creative-writing') && (
        <p>{t(`finding.${finding}.still`)}</p>
      )}
    </>
  )
}

interface SimilarTextsProps {
  /** Score of this text, 0…1. */
  score: number
  distribution: Distribution
}

/** This text's place among student and AI texts of its length. */
function SimilarTexts({ score, distribution: { human, machine } }: SimilarTextsProps) {
  const { t } = useTranslation('report')
  const format = useReportFormat()
  // The number of texts is that of the rate of mistakes alone, so these are shares.
  const shareOf = (counts: readonly number[]) => {
    const n = counts.reduce((sum, count) => sum + count, 0)
    return (count: number) => (count === 0 ? format.count(0) : format.rate(count / n))
  }
  const students = {
    kind: 'human',
    counts: human,
    label: t('similar.human'),
    column: t('similar.human'),
    cell: shareOf(human),
  } as const
  const machines = machine && {
    kind: 'machine' as const,
    counts: machine.counts,
    label: t('similar.machine'),
    column: t('similar.machine'),
    cell: shareOf(machine.counts),
  }
  return (
    <ScoreHistogram
      title={t('similar.title')}
      score={score}
      rows={machines ? [students, machines] : [students]}
    />
  )
}

import { factRatesOf, type EditingHistory as History, historyRates, type PlainFact } from '@penmark/contract'
import {
  counterParts,
  factCount,
  factKindsOf,
  factName,
  factWords,
  type HistoryPart,
  hasRestarted,
  historyParts,
  isFound,
  largestShare,
  plotSessions,
} from '@penmark/wording'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../report.module.css'
import { FoldedSection } from '../section.tsx'
import { useReportFormat } from '../use-report-format.ts'

const timeFacts = new Set(['created', 'modified'])

/** Target of the alert in the verdict card. */
export const fileChecksId = 'file-checks'

interface FactsOfFile {
  facts: readonly PlainFact[]
  /** Chooses the kind of files whose rates are stated; null while unknown. */
  filename: string | null
}

/** Findings in the file itself that a teacher can verify. */
export function FileChecks({ facts, filename, lookUp = null }: FactsOfFile & { lookUp?: ReactNode }) {
  const { t } = useTranslation('report')
  const foundFacts = facts.filter(isFound)
  return (
    <FoldedSection
      id={fileChecksId}
      title={t('facts.title')}
      lead={foundFacts.length > 0 ? t('facts.unchanged') : undefined}
    >
      {foundFacts.length === 0 ? (
        <p className={classes.quiet}>{t('facts.none')}</p>
      ) : (
        <FactList facts={foundFacts} filename={filename} />
      )}
      {lookUp}
    </FoldedSection>
  )
}

/**
 * What was found, by kind: what it means, harmless reasons and what to ask. `isScored` is false for a file
 * that is read for its facts alone.
 */
export function FactList({ facts, filename, isScored = true }: FactsOfFile & { isScored?: boolean }) {
  const { t } = useTranslation('report')
  return (
    <dl className={classes.facts}>
      {factKindsOf(facts).map(({ kind, severity }) => (
        <div key={kind} className={classes.fact}>
          <dt>
            {t(factWords(kind, isScored).title)}
            <span className={classes.severity} data-severity={severity}>
              {t(`severity.${severity}`)}
            </span>
          </dt>
          {facts
            .filter((fact) => fact.kind === kind)
            .map((fact) => (
              <Fact key={`${fact.name} ${fact.value} ${fact.count}`} fact={fact} filename={filename} />
            ))}
          <dd className={classes.quiet}>{t(factWords(kind, isScored).text)}</dd>
          <dd className={classes.quiet}>
            <b>{t('facts.harmless')}</b> {t(`fact.${kind}.harmless`)}
          </dd>
          <dd className={classes.quiet}>
            <b>{t('facts.ask')}</b> {t(`fact.${kind}.ask`)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Fact({ fact, filename }: { fact: PlainFact } & Pick<FactsOfFile, 'filename'>) {
  const { kind, name, value, count, history, scan } = fact
  const { t } = useTranslation('report')
  const format = useReportFormat()
  if (history) return <EditingHistory history={history} />
  if (scan) return <ScanReading scan={scan} />
  const nameKey = name ? factName(name) : null
  const isTime = name && timeFacts.has(name) && value && !Number.isNaN(Date.parse(value))
  const quoted = kind === 'hidden-text' || kind === 'prompt-echo'
  return (
    <dd className={classes.found}>
      {name && <span>{nameKey ? t(nameKey) : name}</span>}
      {value &&
        (isTime ? (
          <time dateTime={value}>{format.moment(value)}</time>
        ) : (
          <span>{quoted ? t('facts.quote', { text: value }) : value}</span>
        ))}
      {count !== null && <span>{t(factCount(kind), { count, shown: format.count(count) })}</span>}
      {factRatesOf(fact, filename).map(({ files, found, n }) => (
        <span key={files}>
          {t(`facts.rate.${files}`, { found: format.count(found), n: format.count(n) })}
        </span>
      ))}
    </dd>
  )
}

/** How well a scan could be read, as a whole and page by page. */
function ScanReading({ scan: { confidence, pages } }: { scan: NonNullable<PlainFact['scan']> }) {
  const { t } = useTranslation('report')
  const format = useReportFormat()
  const share = (percent: number) => format.share(percent / 100)
  return (
    <dd className={classes.found}>
      <span>{t('scan.mean', { share: share(confidence) })}</span>
      {pages.length > 1 &&
        pages.map(({ page, confidence: ofPage }) => (
          <span key={page}>{t('scan.page', { page, share: share(ofPage) })}</span>
        ))}
    </dd>
  )
}

const width = 1_000
const height = 10

/** How a Word file was written: one sentence, and a plot of the sessions along the text. */
function EditingHistory({ history }: { history: History }) {
  const { t } = useTranslation('report')
  const format = useReportFormat()
  const wordsOf = (found: HistoryPart[]) =>
    found.map(({ key, count }) => t(key, { count, shown: format.count(count) })).join(', ')
  const parts = wordsOf(historyParts(history))
  const usual = {
    timed: format.count(historyRates.timed),
    atMostOneMinute: format.count(historyRates.atMostOneMinute),
    withSessions: format.count(historyRates.withSessions),
    mostInOneSession: format.count(historyRates.mostInOneSession),
  }
  const share = largestShare(history)
  const plotted = plotSessions(history)
  const shownSessions = (['largest', 'other', 'unknown'] as const).filter((session) =>
    plotted.some((stretch) => stretch.session === session),
  )
  return (
    <dd className={classes.history}>
      <p className={classes.sentence}>
        {share === null ? parts : t('history.share', { parts, share: format.share(share) })}
      </p>
      {hasRestarted(history) && (
        <p className={classes.quiet}>
          {t('history.restarted', { counters: wordsOf(counterParts(history)) })}
        </p>
      )}
      <p className={classes.quiet}>{t('history.usual', usual)}</p>
      {plotted.length > 1 && (
        <figure className={classes.figure}>
          <svg
            aria-hidden="true"
            className={classes.plot}
            viewBox={`0 0 ${width} ${height}`}
            preserveAspectRatio="none"
          >
            {plotted.map(({ from, width: share, session, isEven }) => (
              <rect
                key={from}
                className={classes.stretch}
                data-session={session}
                data-even={isEven || undefined}
                x={from * width}
                width={share * width}
                height={height}
              />
            ))}
          </svg>
          <figcaption className={classes.key}>
            <span>{t('history.plot')}</span>
            {shownSessions.map((session) => (
              <span key={session}>
                <span className={classes.swatch} data-session={session} aria-hidden="true" />
                {t(`history.${session}`)}
              </span>
            ))}
          </figcaption>
        </figure>
      )}
    </dd>
  )
}

import type { WritingRecordPage, WritingSummary } from '@penmark/contract'
import { countWords } from '@penmark/detector/words'
import { Replay as ReplayOfRecord, timelineOf } from '@penmark/writing'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import record from '../../features/authorship/record/record.module.css'
import { useRecordFigures } from '../../features/authorship/record/record-figures.ts'
import { Replay } from '../../features/authorship/record/replay.tsx'
import { CookieBanner } from '../../features/public/cookies/cookie-banner.tsx'
import { QueryProvider } from '../../lib/call/queries.tsx'
import { LoadError, Loading } from '../../ui/page-state/page-state.tsx'
import { PublicFrame } from '../../ui/public-frame/public-frame.tsx'
import classes from './example-report.module.css'

/** Made by scripts/screenshots, where the text was typed in the writing room of the real product. */
const exampleFile = '/examples/writing.json'

type ExampleRecord = Pick<WritingRecordPage, 'entries' | 'received'> & { summary: WritingSummary }

/** The public example of a writing record. */
export default function ExampleWritingPage() {
  const { t } = useTranslation('report')
  return (
    <PublicFrame title={t('example.title.writing')} lead={t('example.lead.writing')}>
      <p className={classes.links}>
        <a href="/dashboard?register">{t('example.signUp')}</a>
        <Link to="/examples/ai">{t('example.read.ai')}</Link>
        <Link to="/examples/student">{t('example.read.student')}</Link>
      </p>
      <QueryProvider>
        <Example />
      </QueryProvider>
      <CookieBanner />
    </PublicFrame>
  )
}

function Example() {
  const { t } = useTranslation('report')
  const { line } = useRecordFigures()
  const { data, error, refetch } = useQuery({
    queryKey: ['example record'],
    queryFn: async ({ signal }) => {
      const response = await fetch(exampleFile, { signal })
      if (!response.ok) throw new Error(`${exampleFile} answered ${response.status}`)
      const { summary, entries, received } = (await response.json()) as ExampleRecord
      const receipts = received.map(({ first, at }) => ({ first, at: Date.parse(at) }))
      const replay = ReplayOfRecord.of(entries, receipts, countWords)
      return { summary, replay, timeline: timelineOf(replay.history) }
    },
    structuralSharing: false,
  })
  if (error) return <LoadError onRetry={() => void refetch()}>{t('example.failed.writing')}</LoadError>
  if (!data) return <Loading region="page" />
  return (
    <div className={record.record}>
      <p className={record.line}>{line(data.summary)}</p>
      <section className={record.part} aria-label={t('example.title.writing')}>
        <Replay replay={data.replay} timeline={data.timeline} />
      </section>
    </div>
  )
}

import type { ComparedDocument, SharedTexts } from '@penmark/contract'
import { readableName } from '@penmark/wording'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { detailOf } from '../../lib/call/failure.ts'
import { formatNumber, formatPercent } from '../../lib/format/format.ts'
import { FailedNotice } from '../../ui/notice/notice.tsx'
import { Loading } from '../../ui/page-state/page-state.tsx'
import classes from './overlap.module.css'
import { usePair } from './queries.ts'
import { SideBySide } from './side-by-side.tsx'

interface PairScreenProps {
  pairId: string
  /** What can be done with the passages that both share, once they were read. */
  actions: (shared: SharedTexts) => ReactNode
}

/** Two documents side by side. */
export function PairScreen({ pairId, actions }: PairScreenProps) {
  const { t, i18n } = useTranslation('overlap')
  const { data, error, isPending, refetch } = usePair(pairId)
  if (isPending) return <Loading />
  if (data === undefined)
    return (
      <FailedNotice onRetry={() => void refetch()}>
        {t('pair.failed', { detail: detailOf(error) })}
      </FailedNotice>
    )
  const { pair, passages } = data
  const number = (value: number) => formatNumber(i18n, value)
  const headingOf = (document: ComparedDocument) => ({
    title: readableName(document),
    about: <About document={document} />,
  })
  return (
    <>
      <p>
        {t('pair.summary', {
          count: passages.length,
          words: number(pair.words),
          shown: number(passages.length),
        })}
      </p>
      <p className={classes.what}>{t('what')}</p>
      <SideBySide shared={data} headings={[headingOf(pair.documents[0]), headingOf(pair.documents[1])]} />
      {actions(data)}
    </>
  )
}

function About({ document: { id, student_name, share } }: { document: ComparedDocument }) {
  const { t, i18n } = useTranslation('overlap')
  return (
    <>
      {student_name ?? t('noStudent')} · {t('pair.share', { share: formatPercent(i18n, share) })} ·{' '}
      <Link to={`/documents/${encodeURIComponent(id)}/report`}>{t('pair.report')}</Link>
    </>
  )
}

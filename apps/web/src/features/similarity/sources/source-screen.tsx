import { readableName } from '@penmark/wording'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { detailOf } from '../../../lib/call/failure.ts'
import { formatNumber, formatPercent } from '../../../lib/format/format.ts'
import { FailedNotice } from '../../../ui/notice/notice.tsx'
import { Loading } from '../../../ui/page-state/page-state.tsx'
import classes from '../overlap.module.css'
import { SideBySide } from '../side-by-side.tsx'
import { useSourceMatch } from './queries.ts'

/** A document and a source side by side. */
export function SourceScreen({ matchId }: { matchId: string }) {
  const { t, i18n } = useTranslation('overlap')
  const { data, error, isPending, refetch } = useSourceMatch(matchId)
  if (isPending) return <Loading />
  if (data === undefined)
    return (
      <FailedNotice onRetry={() => void refetch()}>
        {t('pair.failed', { detail: detailOf(error) })}
      </FailedNotice>
    )
  const { match, document, passages, share_source } = data
  const number = (value: number) => formatNumber(i18n, value)
  const share = (value: number) => t('pair.share', { share: formatPercent(i18n, value) })
  return (
    <>
      <p>
        {t('pair.summary', {
          count: passages.length,
          words: number(match.words),
          shown: number(passages.length),
        })}
      </p>
      <p className={classes.what}>{t('sources.pair.what')}</p>
      <SideBySide
        shared={data}
        headings={[
          {
            title: readableName(document),
            about: (
              <>
                {document.student_name ?? t('noStudent')} · {share(match.share)} ·{' '}
                <Link to={`/documents/${encodeURIComponent(document.id)}/report`}>{t('pair.report')}</Link>
              </>
            ),
          },
          { title: match.name, about: `${t(`sources.kind.${match.kind}`)} · ${share(share_source)}` },
        ]}
      />
    </>
  )
}

import { Button, Progress, Textarea } from '@mantine/core'
import { type Comparison, longestAssignment, overlapLists, overlapRoutes } from '@penmark/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { detailOf } from '../../lib/call/failure.ts'
import { fetchFile } from '../../lib/call/fetch-file.ts'
import { formatNumber, formatTime } from '../../lib/format/format.ts'
import { FailedNotice, Notice } from '../../ui/notice/notice.tsx'
import { SectionHeader } from '../../ui/page-header/page-header.tsx'
import { Loading } from '../../ui/page-state/page-state.tsx'
import { ExportButton } from './export-button.tsx'
import { Groups } from './groups.tsx'
import classes from './overlap.module.css'
import { ClassMap, Pairs } from './pairs.tsx'
import {
  type Compared,
  isUnderway,
  useComparison,
  usePairs,
  useStartComparison,
  useStopComparison,
} from './queries.ts'

/** Compares the documents of a class or an upload with each other, and shows the last comparison. */
export function SharedPassages({ compared }: { compared: Compared }) {
  const { t } = useTranslation('overlap')
  const { data, error, isPending, refetch } = useComparison(compared)
  if (isPending) return <Loading />
  if (data === undefined)
    return (
      <FailedNotice onRetry={() => void refetch()}>
        {t('failedLoad', { detail: detailOf(error) })}
      </FailedNotice>
    )
  return (
    <>
      <p className={classes.what}>{t('what')}</p>
      <p className={classes.soft}>{t('how')}</p>
      {data !== null && isUnderway(data) ? (
        <Underway compared={compared} comparison={data} />
      ) : (
        <AssignmentForm key={data?.id} compared={compared} comparison={data} />
      )}
      {data?.state === 'failed' && (
        <Notice tone="error">{t('failed', { detail: data.status_reason ?? t('failed.unknown') })}</Notice>
      )}
      {data?.state === 'ready' && <Result compared={compared} comparison={data} />}
    </>
  )
}

function AssignmentForm({ compared, comparison }: { compared: Compared; comparison: Comparison | null }) {
  const { t, i18n } = useTranslation('overlap')
  const [text, setText] = useState(comparison?.assignment_text ?? '')
  const start = useStartComparison(compared)
  const isTooLong = text.length > longestAssignment
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isTooLong) start.mutate(text)
      }}
    >
      <Textarea
        label={t('assignment')}
        description={t('assignment.hint')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        rows={4}
        error={isTooLong && t('assignment.tooLong', { characters: formatNumber(i18n, longestAssignment) })}
      />
      <Button type="submit" loading={start.isPending}>
        {comparison === null ? t('start') : t('again')}
      </Button>
      {start.isError && <Notice tone="error">{t('failedStart', { detail: detailOf(start.error) })}</Notice>}
    </form>
  )
}

function Underway({ compared, comparison }: { compared: Compared; comparison: Comparison }) {
  const { t, i18n } = useTranslation('overlap')
  const stop = useStopComparison(compared)
  const { id, state, documents, progress } = comparison
  return (
    <Notice
      tone="info"
      action={
        <Button size="compact-sm" variant="default" onClick={() => stop.mutate(id)}>
          {t('stop')}
        </Button>
      }
    >
      <div className={classes.underway}>
        {state === 'waiting' ? t('waiting') : t('comparing', { documents: formatNumber(i18n, documents) })}
        <Progress value={progress * 100} size={4} aria-label={t('progress')} />
      </div>
    </Notice>
  )
}

function Result({ compared, comparison }: { compared: Compared; comparison: Comparison }) {
  const { t, i18n } = useTranslation('overlap')
  const { id, documents, pairs: count, left_out, common, completed_at } = comparison
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = usePairs(id)
  const number = (value: number) => formatNumber(i18n, value)
  const pairs = data?.pages.flat() ?? []
  const hasPairs = count > 0
  // Comparisons by earlier versions left out what many documents share.
  const hasGroups = common.length > 0 || left_out.common > 0
  return (
    <section className={classes.result} aria-label={t('result')}>
      <SectionHeader title={t('result')} actions={hasPairs && <ExportPairs id={id} />} />
      <p>
        {hasPairs
          ? t('result.pairs', {
              count,
              shown: number(count),
              documents: number(documents),
              date: formatTime(i18n, completed_at ?? ''),
            })
          : t(hasGroups ? 'result.groups' : 'result.none', { shown: number(documents) })}
      </p>
      <p className={classes.soft}>
        {t('leftOut', { quotation: number(left_out.quotation), assignment: number(left_out.assignment) })}
        {left_out.source > 0 &&
          ` ${t('leftOut.source', { count: left_out.source, shown: number(left_out.source) })}`}
        {left_out.common > 0 && ` ${t('leftOut.common')}`}
      </p>
      {common.length > 0 && <Groups compared={compared} comparison={comparison} />}
      {isPending && <Loading />}
      {error && (
        <FailedNotice onRetry={() => void refetch()}>
          {t('failedPairs', { detail: detailOf(error) })}
        </FailedNotice>
      )}
      {pairs.length > 0 && (
        <>
          <ClassMap pairs={pairs.slice(0, overlapLists.usual)} />
          <Pairs compared={compared} pairs={pairs} />
        </>
      )}
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </section>
  )
}

function ExportPairs({ id }: { id: string }) {
  const { t, i18n } = useTranslation('overlap')
  return (
    <ExportButton
      label={t('csv')}
      filename="pairs.csv"
      load={() => fetchFile(overlapRoutes.exportPairs, { id, language: i18n.language })}
    />
  )
}

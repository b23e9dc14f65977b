import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './report-skeleton.module.css'

const lines = [96, 100, 93, 98, 61]

/** Placeholder with the shape of a report: result, plot, text. */
export function ReportSkeleton() {
  const { t } = useTranslation('report')
  return (
    <div role="status" aria-label={t('loading')} className={classes.skeleton}>
      <div className={classes.result}>
        <Skeleton height={34} width="min(22rem, 100%)" />
        <Skeleton height={20} width="min(34rem, 100%)" />
        <Skeleton height={2} mt={24} mb={32} />
        <Skeleton height={20} width="min(40rem, 100%)" />
        <Skeleton height={20} width="min(20rem, 100%)" />
      </div>
      <Skeleton height={144} />
      <div className={classes.text}>
        {lines.map((width) => (
          <Skeleton key={width} height={17} width={`${width}%`} />
        ))}
      </div>
    </div>
  )
}

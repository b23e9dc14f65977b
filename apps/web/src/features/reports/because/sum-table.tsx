import { type scoreSum, verdictAtPercent } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { useFigures } from '../figures.ts'
import classes from './because.module.css'

/** The score as a sum, beside what it would need. */
export function SumTable({ sum }: { sum: NonNullable<ReturnType<typeof scoreSum>> }) {
  const { t } = useTranslation('report')
  const figures = useFigures()
  return (
    <table className={classes.sum}>
      <thead className={classes.hidden}>
        <tr>
          <th scope="col">{t('because.part')}</th>
          <th scope="col">{t('because.points')}</th>
        </tr>
      </thead>
      <tbody>
        {(['base', 'style', 'sentences'] as const).map((part) => (
          <tr key={part}>
            <th scope="row">{t(`because.${part}`)}</th>
            <td>{figures.weight(sum[part])}</td>
          </tr>
        ))}
        <tr className={classes.total}>
          <th scope="row">{t('because.total')}</th>
          <td>{figures.weight(sum.total)}</td>
        </tr>
        <tr className={classes.needed}>
          <th scope="row">{t('because.cut', { cut: figures.share(verdictAtPercent / 100) })}</th>
          <td>{figures.weight(sum.cut)}</td>
        </tr>
      </tbody>
    </table>
  )
}

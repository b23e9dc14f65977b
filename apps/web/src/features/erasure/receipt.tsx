import { Button, Loader } from '@mantine/core'
import type { Erasure } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../lib/browser/browser.ts'
import { formatNumber, formatTime } from '../../lib/format/format.ts'
import classes from './erasure.module.css'

/** Counts that mean something to people; all others are in the file. */
const shown = ['documents', 'files', 'texts', 'reports', 'cases', 'students', 'class_groups', 'sign_ins'] as const

/** What was erased, when and how much of it. It names nobody and can be kept. */
export function Receipt({ erasure }: { erasure: Erasure }) {
  const { t, i18n } = useTranslation('privacy')
  const { receipt, sha256 } = erasure
  if (receipt.finished_at === null) {
    return (
      <p className={classes.running} role="status">
        <Loader size="sm" aria-hidden="true" />
        {t('erased.running', { documents: formatNumber(i18n, receipt.erased.documents ?? 0) })}
      </p>
    )
  }
  const download = () =>
    saveFile(new Blob([JSON.stringify({ receipt, sha256 }, null, 2)], { type: 'application/json' }), `penmark-erasure-${receipt.id}.json`)
  return (
    <>
      <p role="status">{t('erased.done', { time: formatTime(i18n, receipt.finished_at) })}</p>
      <table className={classes.counts}>
        <caption>{t('erased.caption')}</caption>
        <tbody>
          {shown.map((kind) => (
            <tr key={kind}>
              <th scope="row">{t(`erased.${kind}`)}</th>
              <td>{formatNumber(i18n, receipt.erased[kind] ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>{receipt.sign_in === 'erased' ? t('erased.signIn') : t('erased.signInKept')}</p>
      <dl className={classes.record}>
        <dt>{t('erased.id')}</dt>
        <dd>{receipt.id}</dd>
        <dt>{t('erased.hash')}</dt>
        <dd>{sha256}</dd>
      </dl>
      <p className={classes.soft}>{t('erased.keep')}</p>
      <Button variant="default" onClick={download}>
        {t('erased.download')}
      </Button>
    </>
  )
}

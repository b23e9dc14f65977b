import { Button, Loader } from '@mantine/core'
import { brand, type Erasure } from '@penmark/contract'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useParams } from 'react-router'
import { useErasure } from '../../features/accounts/erasure/erase-account.tsx'
import receiptClasses from '../../features/accounts/erasure/erasure.module.css'
import { saveFile } from '../../lib/browser/browser.ts'
import { formatNumber, formatTime } from '../../lib/format/format.ts'
import { useSession } from '../../lib/session/session.tsx'
import { Mark } from '../../ui/brand/mark.tsx'
import { PageHeader } from '../../ui/page-header/page-header.tsx'
import { Loading } from '../../ui/page-state/page-state.tsx'
import text from '../../ui/theme/text.module.css'
import classes from './erased.module.css'

/** Shown after an account was erased: signed out, with the receipt. Its URL works later too. */
export default function ErasedPage() {
  const { t } = useTranslation('privacy')
  const { erasureId = '' } = useParams()
  const { forget, status } = useSession()
  const { erasure, isUnknown } = useErasure(erasureId)
  const location = useLocation()
  // A link alone must not sign anybody out: only the page that started the erasure may.
  const startedErasure = (location.state as { startedErasure?: boolean } | null)?.startedErasure === true
  useEffect(() => {
    if (startedErasure && status === 'authenticated') void forget()
  }, [startedErasure, status, forget])
  return (
    <main className={classes.page}>
      <a href="/" className={classes.brand}>
        <Mark />
        {brand.name}
      </a>
      <PageHeader title={isUnknown ? t('erased.unknown.title') : t('erased.title')} />
      {isUnknown && <p>{t('erased.unknown.text')}</p>}
      {!isUnknown && (erasure ? <Receipt erasure={erasure} /> : <Loading region="page" />)}
      <p className={classes.leave}>
        <a href="/">{t('erased.leave')}</a>
      </p>
    </main>
  )
}

/** The counts that are shown; the downloaded file has all of them. */
const shownCounts = [
  'documents',
  'files',
  'texts',
  'reports',
  'cases',
  'students',
  'class_groups',
  'sign_ins',
] as const

/** What was erased, when and how much. It names nobody. */
function Receipt({ erasure }: { erasure: Erasure }) {
  const { t, i18n } = useTranslation('privacy')
  const { receipt, sha256 } = erasure
  if (receipt.finished_at === null) {
    return (
      <p className={receiptClasses.running} role="status">
        <Loader size="sm" aria-hidden="true" />
        {t('erased.running', { documents: formatNumber(i18n, receipt.erased.documents ?? 0) })}
      </p>
    )
  }
  const download = () =>
    saveFile(
      new Blob([JSON.stringify({ receipt, sha256 }, null, 2)], { type: 'application/json' }),
      `penmark-erasure-${receipt.id}.json`,
    )
  return (
    <>
      <p role="status">{t('erased.done', { time: formatTime(i18n, receipt.finished_at) })}</p>
      <table className={receiptClasses.counts}>
        <caption>{t('erased.caption')}</caption>
        <tbody>
          {shownCounts.map((kind) => (
            <tr key={kind}>
              <th scope="row">{t(`erased.${kind}`)}</th>
              <td>{formatNumber(i18n, receipt.erased[kind] ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>{receipt.sign_in === 'erased' ? t('erased.signIn') : t('erased.signInKept')}</p>
      <dl className={receiptClasses.record}>
        <dt>{t('erased.id')}</dt>
        <dd>{receipt.id}</dd>
        <dt>{t('erased.hash')}</dt>
        <dd>{sha256}</dd>
      </dl>
      <p className={text.soft}>{t('erased.keep')}</p>
      <Button variant="default" onClick={download}>
        {t('erased.download')}
      </Button>
    </>
  )
}

import { brand } from '@penmark/contract'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useParams } from 'react-router'
import { useErasure } from '../../features/erasure/erase-account.tsx'
import { Receipt } from '../../features/erasure/receipt.tsx'
import { useSession } from '../../lib/session/session.tsx'
import { Mark } from '../../ui/brand/mark.tsx'
import { Loading } from '../../ui/loading/loading.tsx'
import { PageHeader } from '../../ui/page-header/page-header.tsx'
import classes from './erased.module.css'

/** Shown after an account was erased: signed out, with the receipt. Its URL works later too. */
export default function ErasedPage() {
  const { t } = useTranslation('privacy')
  const { erasureId = '' } = useParams()
  const { forget, status } = useSession()
  const { erasure, isUnknown } = useErasure(erasureId)
  const location = useLocation()
  // A link alone must not sign anybody out: only the page that started the erasure may.
  const isOwn = (location.state as { isOwn?: boolean } | null)?.isOwn === true
  useEffect(() => {
    if (isOwn && status === 'authenticated') void forget()
  }, [isOwn, status, forget])
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

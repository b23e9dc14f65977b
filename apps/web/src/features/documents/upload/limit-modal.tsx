import { Button } from '@mantine/core'
import { type PlanId, planWordLimit } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSellsPlans } from '../../../lib/call/queries.tsx'
import { formatNumber } from '../../../lib/format/format.ts'
import { Dialog, DialogActions } from '../../../ui/dialog/dialog.tsx'
import text from '../../../ui/theme/text.module.css'
import classes from '../documents.module.css'

interface LimitModalProps {
  /** The server's sentence; null closes the dialog, an empty one shows the default. */
  detail: string | null
  plan: PlanId
  onClose: () => void
}

const benefits = ['processing', 'queue', 'analytics', 'support'] as const

/**
 * Says that the month's allowance is used up. Where plans are sold, it leads to the prices; on the Free plan it
 * lists what Pro adds, with Pro's actual allowance below, and leads straight to the payment.
 */
export function LimitModal({ detail, plan, onClose }: LimitModalProps) {
  const { t, i18n } = useTranslation(['documents', 'ui'])
  const sellsPlans = useSellsPlans()
  const isOffered = sellsPlans && plan === 'FREE'
  return (
    <Dialog opened={detail !== null} onClose={onClose} title={t('limit.title')}>
      <p className={classes.limitDetail}>{detail || t('limit.default')}</p>
      {isOffered && (
        <>
          <p className={classes.limitLead}>{t('limit.benefits')}</p>
          <ul className={classes.benefits}>
            {benefits.map((benefit) => (
              <li key={benefit}>{t(`limit.benefit.${benefit}`)}</li>
            ))}
          </ul>
          <p className={text.note}>
            {t('limit.real', { words: formatNumber(i18n, planWordLimit.PRO ?? 0) })}
          </p>
        </>
      )}
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('ui:cancel')}
        </Button>
        {isOffered && (
          <Button component={Link} to="/subscriptions" variant="default" onClick={onClose}>
            {t('limit.pay')}
          </Button>
        )}
        {sellsPlans && (
          <Button component="a" href="/pricing">
            {t('limit.upgrade')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

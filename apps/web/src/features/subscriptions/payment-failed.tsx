import { useTranslation } from 'react-i18next'
import { Notice } from '../../ui/notice/notice.tsx'
import type { PaymentFailure } from './use-payment.ts'

export function PaymentFailed({ failure }: { failure: PaymentFailure }) {
  const { t } = useTranslation('subscriptions')
  const words = 'detail' in failure ? t(`error.${failure.kind}`, { detail: failure.detail }) : t(`error.${failure.kind}`)
  return <Notice tone="error">{words}</Notice>
}

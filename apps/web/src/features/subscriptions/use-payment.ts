import { teacherRoutes } from '@penmark/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { leaveFor } from '../../lib/browser/browser.ts'
import { call } from '../../lib/call/call.ts'
import { detailOf } from '../../lib/call/failure.ts'

type PaymentPage = 'checkout' | 'portal'

/** Why the card provider could not be opened. `detail` is the server's message. */
export type PaymentFailure = { kind: 'checkout' | 'portal'; detail: string } | { kind: 'provider' | 'session' | 'redirect' | 'portalUrl' }

type Outcome = PaymentFailure | null

function redirect(url: string): Outcome {
  try {
    leaveFor(url)
    return null
  } catch {
    return { kind: 'redirect' }
  }
}

async function checkOut(price_id: string | null, language: string): Promise<Outcome> {
  if (price_id === null) return { kind: 'provider' }
  try {
    const { sessionId, url } = await call(teacherRoutes.createCheckoutSession, { price_id, language })
    if (!sessionId) return { kind: 'session' }
    return url ? redirect(url) : { kind: 'redirect' }
  } catch (thrown) {
    return { kind: 'checkout', detail: detailOf(thrown) }
  }
}

async function openPortal(language: string): Promise<Outcome> {
  try {
    const { url } = await call(teacherRoutes.createPortalSession, { language })
    return url ? redirect(url) : { kind: 'portalUrl' }
  } catch (thrown) {
    return { kind: 'portal', detail: detailOf(thrown) }
  }
}

/** Opens the checkout or the portal. `going` names it until the browser has left the page. */
export function usePayment(priceId: string | null) {
  const { i18n } = useTranslation()
  const [going, setGoing] = useState<PaymentPage | null>(null)
  const [failure, setFailure] = useState<PaymentFailure | null>(null)
  const go = async (page: PaymentPage) => {
    setGoing(page)
    setFailure(null)
    const outcome = await (page === 'checkout' ? checkOut(priceId, i18n.language) : openPortal(i18n.language))
    if (outcome === null) return
    setFailure(outcome)
    setGoing(null)
  }
  return { going, failure, checkout: () => void go('checkout'), portal: () => void go('portal') }
}

/** The teacher's subscription, and what can be bought. */
export function useBilling() {
  return useQuery({ queryKey: ['billing'], queryFn: () => call(teacherRoutes.readBilling, {}), staleTime: 0 })
}

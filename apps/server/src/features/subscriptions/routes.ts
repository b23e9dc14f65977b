import { routes } from '@penmark/contract'
import type { Binder } from '../../http/bind.ts'
import { givePlan } from './give-plan.ts'
import { openCheckout } from './open-checkout.ts'
import type { SubscriptionsParts } from './parts.ts'
import { openPortal } from './portal.ts'
import { readBilling } from './read-billing.ts'
import { receiveEvent } from './receive-event.ts'

export function bindSubscriptions({ bind, bindRaw }: Binder, parts: SubscriptionsParts): void {
  bind(routes.readBilling, (_input, caller) => readBilling(parts, caller))
  bind(routes.createCheckoutSession, (input, caller) => openCheckout(parts, input, caller))
  bind(routes.createPortalSession, ({ language }, caller) => openPortal(parts, language, caller))
  bind(routes.changePlan, (change, caller) => givePlan(parts, change, caller))
  bindRaw(routes.receivePaymentEvent, (body, headers) => receiveEvent(parts, body, String(headers['stripe-signature'] ?? '')))
}

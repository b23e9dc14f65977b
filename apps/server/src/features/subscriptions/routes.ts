import { routes } from '@penmark/contract'
import type { Binder } from '../../http/bind.ts'
import { openCheckout, openPortal } from './checkout.ts'
import type { SubscriptionsDependencies } from './dependencies.ts'
import { givePlan } from './give-plan.ts'

import { readBilling } from './read-billing.ts'
import { receiveEvent } from './subscription-state.ts'

export function bindSubscriptions({ bind, bindRaw }: Binder, dependencies: SubscriptionsDependencies): void {
  bind(routes.readBilling, (_input, caller) => readBilling(dependencies, caller))
  bind(routes.createCheckoutSession, (input, caller) => openCheckout(dependencies, input, caller))
  bind(routes.createPortalSession, ({ language }, caller) => openPortal(dependencies, language, caller))
  bind(routes.changePlan, (change, caller) => givePlan(dependencies, change, caller))
  bindRaw(routes.receivePaymentEvent, (body, headers) => receiveEvent(dependencies, body, String(headers['stripe-signature'] ?? '')))
}

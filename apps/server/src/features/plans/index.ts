// Subscriptions: what was paid for, and the plan that follows. The only way in for other features and for
// main.
export { watchSubscriptions } from './subscription-state.ts'
export {
  bindSubscriptions,
  isBilled,
  listPaymentEvents,
  type PaymentStatus,
  readPaymentStatuses,
  readPortalUrl,
} from './subscriptions.ts'

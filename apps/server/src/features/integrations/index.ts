// API keys, webhooks, and learning platforms by LTI. The only way in for other features and for main.
export { authenticateApiKey, bindApiKeys, isApiKey } from './api-keys/api-keys.ts'
export { queueReports, reportAgain } from './lti/assets/asset-report.ts'
export {
  assetWorker,
  releaseHeldAssets,
  sendMissingAssets,
  sweepAssets,
} from './lti/assets/process-assets.ts'
export { sweepLaunches } from './lti/launch/receive-launch.ts'
export { addLtiEndpoints, bindLti } from './lti/routes.ts'
export {
  deliverCaseEvent,
  deliverCompleted,
  deliverWritingEvent,
  sendMissingDeliveries,
  sweepDeliveries,
  webhookWorker,
} from './webhooks/deliver.ts'
export { bindWebhooks } from './webhooks/webhooks.ts'

import { adminRoutes } from './admin-routes.ts'
import { baselineRoutes } from './baseline-routes.ts'
import { caseAppealRoutes } from './case-appeal-routes.ts'
import { caseCountRoutes } from './case-count-routes.ts'
import { caseRoutes } from './case-routes.ts'
import { findingRecordRoutes } from './finding-record-routes.ts'
import { integrationRoutes } from './integration-routes.ts'
import { overlapRoutes } from './overlap-routes.ts'
import { referenceRoutes } from './reference-routes.ts'
import { setupRoutes } from './setup-routes.ts'
import { teacherRoutes } from './teacher-routes.ts'
import { writingRecordRoutes, writingRoomRoutes, writingTaskRoutes } from './writing-routes.ts'

/**
 * Every API call. The server binds each exactly once, and the web makes no others; it imports the parts separately, so that no page loads
 * the calls of another (docs/decisions/0035-small-bundles.md).
 */
export const routes = {
  ...teacherRoutes,
  ...baselineRoutes,
  ...caseRoutes,
  ...caseAppealRoutes,
  ...caseCountRoutes,
  ...findingRecordRoutes,
  ...integrationRoutes,
  ...overlapRoutes,
  ...referenceRoutes,
  ...writingTaskRoutes,
  ...writingRecordRoutes,
  ...writingRoomRoutes,
  ...adminRoutes,
  ...setupRoutes,
} as const

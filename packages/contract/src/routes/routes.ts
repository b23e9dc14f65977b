import { restoreRoutes } from '../administration/restores.ts'
import { setupRoutes } from '../administration/setup.ts'
import { analyticsRoutes } from '../analytics.ts'
import { baselineRoutes } from '../baseline.ts'
import { binRoutes } from '../bin.ts'
import { caseAppealRoutes } from '../cases/appeal.ts'
import { caseAttentionRoutes } from '../cases/attention.ts'
import { caseCountRoutes, findingRecordRoutes } from '../cases/counts.ts'
import { comparisonRequestRoutes } from '../comparison-requests.ts'
import { overlapRoutes } from '../overlap.ts'
import { overviewRoutes } from '../overview.ts'
import { siteRoutes } from '../public-site.ts'
import { referenceRoutes } from '../reference-look-up.ts'
import { schoolComparisonRoutes } from '../school-comparison.ts'
import { sourceRoutes } from '../sources.ts'
import { statedNameRoutes } from '../stated-names.ts'
import { waitingRoutes } from '../waiting.ts'
import { ownDataRoutes, subscriptionRoutes } from './account-routes.ts'
import { adminRoutes } from './admin-routes.ts'
import { caseRoutes } from './case-routes.ts'
import { classExportRoutes } from './class-export-routes.ts'
import { integrationRoutes } from './integration-routes.ts'
import { reportRoutes } from './report-routes.ts'
import { rosterRoutes } from './roster-routes.ts'
import { teacherRoutes } from './teacher-routes.ts'
import { writingRecordRoutes, writingRoomRoutes, writingTaskRoutes } from './writing-routes.ts'

/**
 * Every API call. The server binds each exactly once, and the web makes no others; it imports the parts
 * separately, so that no page loads the calls of another (docs/decisions/0035-small-bundles.md).
 */
export const routes = {
  ...teacherRoutes,
  ...rosterRoutes,
  ...classExportRoutes,
  ...reportRoutes,
  ...statedNameRoutes,
  ...siteRoutes,
  ...ownDataRoutes,
  ...subscriptionRoutes,
  ...analyticsRoutes,
  ...baselineRoutes,
  ...binRoutes,
  ...caseRoutes,
  ...caseAppealRoutes,
  ...caseCountRoutes,
  ...findingRecordRoutes,
  ...caseAttentionRoutes,
  ...integrationRoutes,
  ...comparisonRequestRoutes,
  ...overlapRoutes,
  ...overviewRoutes,
  ...waitingRoutes,
  ...referenceRoutes,
  ...schoolComparisonRoutes,
  ...sourceRoutes,
  ...writingTaskRoutes,
  ...writingRecordRoutes,
  ...writingRoomRoutes,
  ...adminRoutes,
  ...setupRoutes,
  ...restoreRoutes,
} as const

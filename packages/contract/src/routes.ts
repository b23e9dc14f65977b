import { restoreRoutes } from './administration/restores.ts'
import { setupRoutes } from './administration/setup.ts'
import { analyticsRoutes } from './analytics.ts'
import { binRoutes } from './bin.ts'
import { caseAppealRoutes } from './cases/appeal.ts'
import { caseAttentionRoutes } from './cases/attention.ts'
import { caseCountRoutes, findingRecordRoutes } from './cases/counts.ts'
import { comparisonRequestRoutes } from './comparison-requests.ts'
import { baselineRoutes } from './documents/baseline.ts'
import { referenceRoutes } from './documents/reference-look-up.ts'
import { overlapRoutes } from './overlap.ts'
import { overviewRoutes } from './overview.ts'
import { siteRoutes } from './public-site.ts'
import { ownDataRoutes, subscriptionRoutes } from './routes/account-routes.ts'
import { adminRoutes } from './routes/admin-routes.ts'
import { caseRoutes } from './routes/case-routes.ts'
import { classExportRoutes } from './routes/class-export-routes.ts'
import { integrationRoutes } from './routes/integration-routes.ts'
import { reportRoutes } from './routes/report-routes.ts'
import { rosterRoutes } from './routes/roster-routes.ts'
import { teacherRoutes } from './routes/teacher-routes.ts'
import { writingRecordRoutes, writingRoomRoutes, writingTaskRoutes } from './routes/writing-routes.ts'
import { schoolComparisonRoutes } from './school-comparison.ts'
import { sourceRoutes } from './sources.ts'
import { statedNameRoutes } from './stated-names.ts'
import { waitingRoutes } from './waiting.ts'

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

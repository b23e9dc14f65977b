import { overviewRoutes, reportCall, teacherRoutes } from '@penmark/contract'
import type { ComponentType } from 'react'
import { type LoaderFunctionArgs, Navigate, type RouteObject } from 'react-router'
import { firstPageSize, newestFirst, ownDocuments } from '../features/documents/first-page.ts'
import { canBeId } from '../lib/addresses/addresses.ts'
import { prefetch } from '../lib/call/call.ts'
import { loadNamespaces } from '../lib/i18n/i18n.ts'
import { Loading } from '../ui/page-state/page-state.tsx'
import { Crash, Root } from './root.tsx'

type LoadPage = () => Promise<{ default: ComponentType }>

/** A lazily loaded page together with its translation namespaces. */
function page(load: LoadPage, ...namespaces: string[]) {
  return async () => {
    const [{ default: Component }] = await Promise.all([load(), loadNamespaces(namespaces)])
    return { Component }
  }
}

/** As `page`, for one of several pages that a file exports by name. */
function pageOf<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
  ...namespaces: string[]
) {
  return page(async () => ({ default: (await load())[name] }), ...namespaces)
}

const casePages = () => import('../pages/cases/cases.tsx')
const integrationPages = () => import('../pages/integrations/integrations.tsx')
const sharedPassagesPages = () => import('../pages/classes/shared-passages.tsx')
const requestPages = () => import('../pages/comparison-requests/comparison-requests.tsx')
const sourcePages = () => import('../pages/classes/sources.tsx')
const writingPages = () => import('../pages/writing/tasks.tsx')

type PrefetchArgs = Pick<LoaderFunctionArgs, 'params' | 'request'>

/**
 * The first calls of each screen, started while its files load. Each must equal the screen's own call
 * exactly, or the server is asked twice; a test compares them.
 */
export const prefetches = {
  everyScreen: () => [prefetch(teacherRoutes.readProfile, {})],
  dashboard: () => {
    const answers = [prefetch(teacherRoutes.listRecent, {}), prefetch(teacherRoutes.readStats, {})]
    void prefetch(overviewRoutes.readOverview, {})
    return answers
  },
  documents: ({ request }: PrefetchArgs) => {
    // A link may ask for the documents of one student or class.
    if (new URL(request.url).search !== '') return []
    return [
      prefetch(teacherRoutes.listDocuments, {
        ...ownDocuments,
        sort: newestFirst.id,
        order: 'desc',
        limit: firstPageSize,
      }),
      prefetch(teacherRoutes.countDocuments, ownDocuments),
      prefetch(teacherRoutes.readStats, {}),
    ]
  },
  report: ({ params: { documentId: id } }: PrefetchArgs) =>
    id === undefined ? [] : [prefetch(teacherRoutes.readDocument, { id }), prefetch(reportCall, { id })],
  classes: () => [prefetch(teacherRoutes.listClassGroups, {})],
  classView: ({ params: { classId: id } }: PrefetchArgs) => {
    if (!canBeId(id)) return []
    const answers = [
      prefetch(teacherRoutes.readClassGroup, { id }),
      prefetch(teacherRoutes.listDocuments, { class_group_id: id, limit: firstPageSize }),
      prefetch(teacherRoutes.countDocuments, { class_group_id: id, ...ownDocuments }),
    ]
    void prefetch(teacherRoutes.listStudents, { class_group_id: id, sort: 'last_name', order: 'asc' })
    void prefetch(overviewRoutes.readOverview, { class_group_id: id })
    return answers
  },
}

/**
 * A screen waits this long for its first answers: what comes at once costs half of what is drawn as a
 * skeleton first.
 */
const drawnWithinMs = 300

/**
 * Starts a screen's first calls while its files load, and waits for those that it returns, but never long.
 * Only the first visit prefetches; later ones use the query cache.
 */
function withPrefetch(
  calls: (args: LoaderFunctionArgs) => Promise<void>[],
): Pick<RouteObject, 'loader' | 'shouldRevalidate'> {
  return {
    loader: async (args) => {
      await Promise.race([
        Promise.all(calls(args)),
        new Promise((resolve) => setTimeout(resolve, drawnWithinMs)),
      ])
      return null
    },
    shouldRevalidate: () => false,
  }
}

/** Every screen of the product. */
export const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <Crash />,
    hydrateFallbackElement: <Loading />,
    children: [
      { path: '/', lazy: page(() => import('../pages/public/start.tsx'), 'start') },
      { path: '/erased/:erasureId', lazy: page(() => import('../pages/account/erased.tsx'), 'privacy') },
      {
        path: '/examples/writing',
        lazy: page(
          () => import('../pages/public/example-writing.tsx'),
          'report',
          'writing-record',
          'cookies',
        ),
      },
      {
        path: '/examples/:example',
        lazy: page(() => import('../pages/public/example-report.tsx'), 'report', 'cookies'),
      },
      {
        path: '/lti/refused',
        lazy: pageOf(() => import('../pages/integrations/lti-launch.tsx'), 'LtiRefusedPage', 'integrations'),
      },
      { path: '/support', lazy: page(() => import('../pages/public/support.tsx'), 'support', 'cookies') },
      {
        path: '/cookie-preferences',
        lazy: page(() => import('../pages/public/cookie-preferences.tsx'), 'cookies'),
      },
      { path: '/welcome', lazy: page(() => import('../pages/public/welcome.tsx'), 'welcome', 'restore') },
      { path: '/contact-us', element: <Navigate to="/support" replace /> },
      {
        lazy: async () => ({ Component: (await import('./shell/teacher-shell.tsx')).TeacherShell }),
        ...withPrefetch(prefetches.everyScreen),
        children: [
          {
            errorElement: <Crash />,
            children: [
              {
                path: '/dashboard',
                lazy: page(
                  () => import('../pages/dashboard/dashboard.tsx'),
                  'dashboard',
                  'documents',
                  'overview',
                ),
                ...withPrefetch(prefetches.dashboard),
              },
              {
                path: '/quickstart',
                lazy: page(() => import('../pages/documents/quickstart.tsx'), 'documents'),
              },
              {
                path: '/documents',
                lazy: page(() => import('../pages/documents/documents.tsx'), 'documents'),
                ...withPrefetch(prefetches.documents),
              },
              {
                path: '/documents/:documentId/report',
                lazy: page(() => import('../pages/documents/report.tsx'), 'report', 'overlap'),
                ...withPrefetch(prefetches.report),
              },
              {
                path: '/documents/:documentId/conversation',
                lazy: page(() => import('../pages/documents/conversation.tsx'), 'report', 'cases'),
              },
              {
                path: '/documents/:documentId/text-view',
                lazy: pageOf(
                  () => import('../features/documents/reports/extracted-text/extracted-text.tsx'),
                  'ExtractedTextPage',
                  'report',
                ),
              },
              {
                path: '/classes',
                lazy: page(() => import('../pages/classes/classes.tsx'), 'classes'),
                ...withPrefetch(prefetches.classes),
              },
              {
                path: '/classes/view/:classId',
                lazy: page(
                  () => import('../pages/classes/class-view.tsx'),
                  'classes',
                  'documents',
                  'overview',
                  'integrations',
                  'cases',
                ),
                ...withPrefetch(prefetches.classView),
              },
              {
                path: '/classes/:classId/students/:studentId',
                lazy: page(() => import('../pages/classes/class-student.tsx'), 'classes', 'documents'),
              },
              {
                path: '/classes/:classId/shared-passages',
                lazy: pageOf(sharedPassagesPages, 'SharedPassagesPage', 'overlap'),
              },
              {
                path: '/classes/:classId/shared-passages/:pairId',
                lazy: pageOf(sharedPassagesPages, 'SharedPairPage', 'overlap'),
              },
              {
                path: '/uploads/:batchId/shared-passages',
                lazy: pageOf(sharedPassagesPages, 'UploadPassagesPage', 'overlap'),
              },
              {
                path: '/uploads/:batchId/shared-passages/:pairId',
                lazy: pageOf(sharedPassagesPages, 'SharedPairPage', 'overlap'),
              },
              {
                path: '/documents/:documentId/shared-passages/:pairId',
                lazy: pageOf(sharedPassagesPages, 'SharedPairPage', 'overlap'),
              },
              {
                path: '/classes/:classId/sources',
                lazy: pageOf(sourcePages, 'SourcesPage', 'overlap'),
              },
              {
                path: '/documents/:documentId/sources/:matchId',
                lazy: pageOf(sourcePages, 'SourcePairPage', 'overlap'),
              },
              {
                path: '/students',
                lazy: page(() => import('../pages/students/students.tsx'), 'students', 'documents'),
              },
              {
                path: '/students/view/:studentId',
                lazy: page(
                  () => import('../pages/students/student-view.tsx'),
                  'students',
                  'documents',
                  'cases',
                ),
              },
              { path: '/writing', lazy: pageOf(writingPages, 'TaskListPage', 'writing-tasks') },
              { path: '/writing/new', lazy: pageOf(writingPages, 'NewTaskPage', 'writing-tasks') },
              { path: '/writing/:taskId', lazy: pageOf(writingPages, 'TaskPage', 'writing-tasks') },
              {
                path: '/writing/:taskId/change',
                lazy: pageOf(writingPages, 'ChangeTaskPage', 'writing-tasks'),
              },
              { path: '/cases', lazy: pageOf(casePages, 'CasesPage', 'cases') },
              { path: '/cases/:caseId', lazy: pageOf(casePages, 'CasePage', 'cases', 'report') },
              {
                path: '/cases/:caseId/documents/:documentId',
                lazy: pageOf(
                  () => import('../pages/cases/case-report.tsx'),
                  'CaseReportPage',
                  'cases',
                  'report',
                ),
              },
              { path: '/appeals/:appealId', lazy: pageOf(casePages, 'AppealPage', 'cases', 'report') },
              {
                path: '/appeals/:appealId/documents/:documentId',
                lazy: pageOf(
                  () => import('../pages/cases/case-report.tsx'),
                  'AppealReportPage',
                  'cases',
                  'report',
                ),
              },
              {
                path: '/writing/submissions/:submissionId',
                lazy: pageOf(
                  () => import('../features/authorship/record/record-screen.tsx'),
                  'WritingSubmissionPage',
                  'writing-record',
                ),
              },
              { path: '/bin', lazy: page(() => import('../pages/bin/bin.tsx'), 'bin') },
              {
                path: '/analytics',
                lazy: page(() => import('../pages/dashboard/analytics.tsx'), 'analytics', 'documents'),
              },
              {
                path: '/integrations',
                lazy: pageOf(integrationPages, 'IntegrationsPage', 'integrations'),
              },
              {
                path: '/integrations/api-keys',
                lazy: pageOf(integrationPages, 'ApiKeysPage', 'integrations'),
              },
              {
                path: '/integrations/webhooks',
                lazy: pageOf(integrationPages, 'WebhooksPage', 'integrations'),
              },
              {
                path: '/integrations/lti',
                lazy: pageOf(integrationPages, 'LtiPage', 'integrations'),
              },
              {
                path: '/lti/launch',
                lazy: pageOf(
                  () => import('../pages/integrations/lti-launch.tsx'),
                  'LtiLaunchPage',
                  'integrations',
                ),
              },
              {
                path: '/bulk-upload',
                lazy: page(() => import('../pages/students/bulk-upload.tsx'), 'students'),
              },
              {
                path: '/subscriptions',
                lazy: page(() => import('../pages/plans/subscriptions.tsx'), 'subscriptions', 'integrations'),
              },
              {
                path: '/payment/success',
                lazy: pageOf(
                  () => import('../pages/plans/payment.tsx'),
                  'PaymentSuccessPage',
                  'subscriptions',
                ),
              },
              {
                path: '/payment/canceled',
                lazy: pageOf(
                  () => import('../pages/plans/payment.tsx'),
                  'PaymentCanceledPage',
                  'subscriptions',
                ),
              },
              {
                path: '/comparison-requests',
                lazy: pageOf(requestPages, 'ComparisonRequestsPage', 'overlap'),
              },
              {
                path: '/comparison-requests/:requestId',
                lazy: pageOf(requestPages, 'ComparisonRequestPage', 'overlap'),
              },
              { path: '/signed-in', lazy: page(() => import('../pages/account/signed-in.tsx')) },
              {
                path: '/profile',
                lazy: page(() => import('../pages/account/profile.tsx'), 'profile', 'privacy'),
              },
              { path: '/admin', lazy: page(() => import('../pages/admin/admin.tsx'), 'admin') },
              { path: '/admin/billing', lazy: page(() => import('../pages/admin/admin.tsx'), 'admin') },
              { path: '/admin/students', lazy: page(() => import('../pages/admin/students.tsx'), 'admin') },
              {
                path: '/admin/manage-classes',
                lazy: page(() => import('../pages/admin/classes.tsx'), 'admin'),
              },
              {
                path: '/admin/documents',
                lazy: page(() => import('../pages/admin/documents.tsx'), 'admin', 'documents'),
              },
              { path: '/admin/cases', lazy: page(() => import('../pages/admin/cases.tsx'), 'admin') },
              {
                path: '/admin/operations',
                lazy: page(() => import('../pages/admin/operations.tsx'), 'admin'),
              },
              { path: '/admin/messages', lazy: page(() => import('../pages/admin/messages.tsx'), 'admin') },
              {
                path: '/admin/backups',
                lazy: page(() => import('../pages/admin/backups.tsx'), 'admin', 'restore'),
              },
              { path: '/admin/baseline', lazy: page(() => import('../pages/admin/baseline.tsx'), 'admin') },
              {
                path: '/admin/teacher-imports',
                lazy: page(() => import('../pages/admin/teacher-imports.tsx'), 'admin'),
              },
              { path: '/admin/audit', lazy: page(() => import('../pages/admin/audit.tsx'), 'admin') },
              { path: '/schools', lazy: pageOf(() => import('../pages/placeholders.tsx'), 'SchoolsPage') },
              { path: '/teachers', lazy: pageOf(() => import('../pages/placeholders.tsx'), 'TeachersPage') },
              {
                path: '/assess/:documentId',
                lazy: pageOf(() => import('../pages/placeholders.tsx'), 'AssessPage'),
              },
              { path: '*', lazy: page(() => import('../pages/not-found.tsx')) },
            ],
          },
        ],
      },
    ],
  },
]

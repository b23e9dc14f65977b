import type { ComponentType } from 'react'
import { type LoaderFunctionArgs, Navigate, type RouteObject } from 'react-router'
import { loadNamespaces } from '../lib/i18n/load-words.ts'
import { Loading } from '../ui/loading/loading.tsx'
import { Crash } from './crash.tsx'
import { prefetches } from './prefetch.ts'
import { Root } from './root.tsx'
import { nowhere } from './shell/unknown-path.tsx'

type Page = () => Promise<{ default: ComponentType }>

/** A lazily loaded page together with its translation namespaces. */
function page(load: Page, ...namespaces: string[]) {
  return async () => {
    const [{ default: Component }] = await Promise.all([load(), loadNamespaces(namespaces)])
    return { Component }
  }
}

type WritingPages = typeof import('../pages/writing/tasks.tsx')

function writingPage(name: keyof WritingPages) {
  return page(async () => ({ default: (await import('../pages/writing/tasks.tsx'))[name] }), 'writing-tasks')
}

/** Starts a screen's first calls while its files load. Only the first visit prefetches; later ones use the query cache. */
function withPrefetch(calls: (args: LoaderFunctionArgs) => void): Pick<RouteObject, 'loader' | 'shouldRevalidate'> {
  return {
    loader: (args) => {
      calls(args)
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
      { path: '/examples/:example', lazy: page(() => import('../pages/public/example-report.tsx'), 'report', 'cookies') },
      { path: '/lti/refused', lazy: page(() => import('../pages/integrations/lti-refused.tsx'), 'integrations') },
      { path: '/support', lazy: page(() => import('../pages/public/support.tsx'), 'support', 'cookies') },
      { path: '/cookie-preferences', lazy: page(() => import('../pages/public/cookie-preferences.tsx'), 'cookies') },
      { path: '/welcome', lazy: page(() => import('../pages/public/welcome.tsx'), 'welcome') },
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
                lazy: page(() => import('../pages/dashboard/dashboard.tsx'), 'dashboard', 'documents'),
                ...withPrefetch(prefetches.dashboard),
              },
              { path: '/quickstart', lazy: page(() => import('../pages/documents/quickstart.tsx'), 'documents') },
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
              { path: '/documents/:documentId/text-view', lazy: page(() => import('../pages/documents/text-view.tsx'), 'report') },
              {
                path: '/classes',
                lazy: page(() => import('../pages/classes/classes.tsx'), 'classes'),
                ...withPrefetch(prefetches.classes),
              },
              {
                path: '/classes/view/:classId',
                lazy: page(() => import('../pages/classes/class-view.tsx'), 'classes', 'documents', 'integrations', 'cases'),
                ...withPrefetch(prefetches.classView),
              },
              {
                path: '/classes/:classId/students/:studentId',
                lazy: page(() => import('../pages/classes/class-student.tsx'), 'classes', 'documents'),
              },
              { path: '/classes/:classId/shared-passages', lazy: page(() => import('../pages/classes/shared-passages.tsx'), 'overlap') },
              {
                path: '/classes/:classId/shared-passages/:pairId',
                lazy: page(() => import('../pages/classes/shared-pair.tsx'), 'overlap'),
              },
              { path: '/uploads/:batchId/shared-passages', lazy: page(() => import('../pages/documents/upload-passages.tsx'), 'overlap') },
              {
                path: '/uploads/:batchId/shared-passages/:pairId',
                lazy: page(() => import('../pages/classes/shared-pair.tsx'), 'overlap'),
              },
              { path: '/students', lazy: page(() => import('../pages/students/students.tsx'), 'students', 'documents') },
              {
                path: '/students/view/:studentId',
                lazy: page(() => import('../pages/students/student-view.tsx'), 'students', 'documents', 'cases'),
              },
              { path: '/writing', lazy: writingPage('TaskListPage') },
              { path: '/writing/new', lazy: writingPage('NewTaskPage') },
              { path: '/writing/:taskId', lazy: writingPage('TaskPage') },
              { path: '/writing/:taskId/change', lazy: writingPage('ChangeTaskPage') },
              { path: '/cases', lazy: page(() => import('../pages/cases/cases.tsx'), 'cases') },
              { path: '/cases/:caseId', lazy: page(() => import('../pages/cases/case.tsx'), 'cases') },
              {
                path: '/cases/:caseId/documents/:documentId',
                lazy: page(() => import('../pages/cases/case-report.tsx'), 'cases', 'report'),
              },
              { path: '/appeals/:appealId', lazy: page(() => import('../pages/cases/appeal.tsx'), 'cases', 'report') },
              {
                path: '/appeals/:appealId/documents/:documentId',
                lazy: page(() => import('../pages/cases/appeal-report.tsx'), 'cases', 'report'),
              },
              {
                path: '/writing/submissions/:submissionId',
                lazy: page(() => import('../pages/writing/submission.tsx'), 'writing-record'),
              },
              { path: '/analytics', lazy: page(() => import('../pages/dashboard/analytics.tsx'), 'analytics', 'documents') },
              { path: '/integrations', lazy: page(() => import('../pages/integrations/integrations.tsx'), 'integrations') },
              { path: '/integrations/api-keys', lazy: page(() => import('../pages/integrations/api-keys.tsx'), 'integrations') },
              { path: '/integrations/webhooks', lazy: page(() => import('../pages/integrations/webhooks.tsx'), 'integrations') },
              { path: '/integrations/lti', lazy: page(() => import('../pages/integrations/lti.tsx'), 'integrations') },
              { path: '/lti/launch', lazy: page(() => import('../pages/integrations/lti-launch.tsx'), 'integrations') },
              { path: '/bulk-upload', lazy: page(() => import('../pages/students/bulk-upload.tsx'), 'students') },
              { path: '/subscriptions', lazy: page(() => import('../pages/plans/subscriptions.tsx'), 'subscriptions', 'integrations') },
              { path: '/payment/success', lazy: page(() => import('../pages/plans/payment-success.tsx'), 'subscriptions') },
              { path: '/payment/canceled', lazy: page(() => import('../pages/plans/payment-canceled.tsx'), 'subscriptions') },
              { path: '/profile', lazy: page(() => import('../pages/account/profile.tsx'), 'profile', 'privacy') },
              { path: '/admin', lazy: page(() => import('../pages/admin/admin.tsx'), 'admin') },
              { path: '/admin/billing', lazy: page(() => import('../pages/admin/admin.tsx'), 'admin') },
              { path: '/admin/students', lazy: page(() => import('../pages/admin/students.tsx'), 'admin') },
              { path: '/admin/manage-classes', lazy: page(() => import('../pages/admin/classes.tsx'), 'admin') },
              { path: '/admin/documents', lazy: page(() => import('../pages/admin/documents.tsx'), 'admin', 'documents') },
              { path: '/admin/cases', lazy: page(() => import('../pages/admin/cases.tsx'), 'admin') },
              { path: '/admin/operations', lazy: page(() => import('../pages/admin/operations.tsx'), 'admin') },
              { path: '/admin/messages', lazy: page(() => import('../pages/admin/messages.tsx'), 'admin') },
              { path: '/admin/backups', lazy: page(() => import('../pages/admin/backups.tsx'), 'admin') },
              { path: '/admin/baseline', lazy: page(() => import('../pages/admin/baseline.tsx'), 'admin') },
              { path: '/admin/teacher-imports', lazy: page(() => import('../pages/admin/teacher-imports.tsx'), 'admin') },
              { path: '/admin/audit', lazy: page(() => import('../pages/admin/audit.tsx'), 'admin') },
              { path: '/schools', lazy: page(() => import('../pages/schools.tsx')) },
              { path: '/teachers', lazy: page(() => import('../pages/teachers.tsx')) },
              { path: '/assess/:documentId', lazy: page(() => import('../pages/assess.tsx')) },
              { path: '*', handle: nowhere, lazy: page(() => import('../pages/not-found.tsx')) },
            ],
          },
        ],
      },
    ],
  },
]

import type { ComponentType } from 'react'
import { type LoaderFunctionArgs, Navigate, type RouteObject } from 'react-router'
import { loadWords } from '../lib/i18n/load-words.ts'
import { Loading } from '../ui/loading/loading.tsx'
import { Crash } from './crash.tsx'
import { firstCalls } from './first-calls.ts'
import { Root } from './root.tsx'

type Page = () => Promise<{ default: ComponentType }>

/** A page in a file of its own, fetched with the words it speaks. */
function page(load: Page, ...namespaces: string[]) {
  return async () => {
    const [{ default: Component }] = await Promise.all([load(), loadWords(namespaces)])
    return { Component }
  }
}

/** Calls that go out beside the files of a screen. What they answer is for the screen to ask; coming back to it asks by itself. */
function beginning(calls: (place: LoaderFunctionArgs) => void): Pick<RouteObject, 'loader' | 'shouldRevalidate'> {
  return {
    loader: (place) => {
      calls(place)
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
      { path: '/', lazy: page(() => import('../pages/start.tsx'), 'start') },
      { path: '/erased/:erasureId', lazy: page(() => import('../pages/erased.tsx'), 'privacy') },
      { path: '/lti/refused', lazy: page(() => import('../pages/lti-refused.tsx'), 'integrations') },
      { path: '/support', lazy: page(() => import('../pages/support.tsx'), 'support', 'cookies') },
      { path: '/cookie-preferences', lazy: page(() => import('../pages/cookie-preferences.tsx'), 'cookies') },
      { path: '/contact-us', element: <Navigate to="/support" replace /> },
      { path: '/pricing', lazy: page(() => import('../pages/pricing.tsx'), 'subscriptions') },
      {
        lazy: async () => ({ Component: (await import('./shell/teacher-shell.tsx')).TeacherShell }),
        ...beginning(firstCalls.everyScreen),
        children: [
          {
            errorElement: <Crash />,
            children: [
              {
                path: '/dashboard',
                lazy: page(() => import('../pages/dashboard.tsx'), 'dashboard', 'documents'),
                ...beginning(firstCalls.dashboard),
              },
              { path: '/quickstart', lazy: page(() => import('../pages/quickstart.tsx'), 'documents') },
              { path: '/documents', lazy: page(() => import('../pages/documents.tsx'), 'documents'), ...beginning(firstCalls.documents) },
              {
                path: '/documents/:documentId/report',
                lazy: page(() => import('../pages/report.tsx'), 'report'),
                ...beginning(firstCalls.report),
              },
              { path: '/documents/:documentId/text-view', lazy: page(() => import('../pages/text-view.tsx'), 'report') },
              { path: '/classes', lazy: page(() => import('../pages/classes.tsx'), 'classes'), ...beginning(firstCalls.classes) },
              {
                path: '/classes/view/:classId',
                lazy: page(() => import('../pages/class-view.tsx'), 'classes', 'documents', 'integrations'),
                ...beginning(firstCalls.classView),
              },
              {
                path: '/classes/:classId/students/:studentId',
                lazy: page(() => import('../pages/class-student.tsx'), 'classes', 'documents'),
              },
              { path: '/students', lazy: page(() => import('../pages/students.tsx'), 'students', 'documents') },
              { path: '/students/view/:studentId', lazy: page(() => import('../pages/student-view.tsx'), 'students', 'documents') },
              { path: '/analytics', lazy: page(() => import('../pages/analytics.tsx'), 'analytics', 'documents') },
              { path: '/integrations', lazy: page(() => import('../pages/integrations.tsx'), 'integrations') },
              { path: '/integrations/api-keys', lazy: page(() => import('../pages/api-keys.tsx'), 'integrations') },
              { path: '/integrations/webhooks', lazy: page(() => import('../pages/webhooks.tsx'), 'integrations') },
              { path: '/integrations/lti', lazy: page(() => import('../pages/lti.tsx'), 'integrations') },
              { path: '/lti/launch', lazy: page(() => import('../pages/lti-launch.tsx'), 'integrations') },
              { path: '/bulk-upload', lazy: page(() => import('../pages/bulk-upload.tsx'), 'students') },
              { path: '/subscriptions', lazy: page(() => import('../pages/subscriptions.tsx'), 'subscriptions') },
              { path: '/payment/success', lazy: page(() => import('../pages/payment-success.tsx'), 'subscriptions') },
              { path: '/payment/canceled', lazy: page(() => import('../pages/payment-canceled.tsx'), 'subscriptions') },
              { path: '/profile', lazy: page(() => import('../pages/profile.tsx'), 'profile', 'privacy') },
              { path: '/admin', lazy: page(() => import('../pages/admin.tsx'), 'admin') },
              { path: '/admin/billing', lazy: page(() => import('../pages/admin.tsx'), 'admin') },
              { path: '/admin/students', lazy: page(() => import('../pages/admin-students.tsx'), 'admin') },
              { path: '/admin/manage-classes', lazy: page(() => import('../pages/admin-classes.tsx'), 'admin') },
              { path: '/admin/documents', lazy: page(() => import('../pages/admin-documents.tsx'), 'admin', 'documents') },
              { path: '/admin/operations', lazy: page(() => import('../pages/admin-operations.tsx'), 'admin') },
              { path: '/admin/messages', lazy: page(() => import('../pages/admin-messages.tsx'), 'admin') },
              { path: '/admin/audit', lazy: page(() => import('../pages/admin-audit.tsx'), 'admin') },
              { path: '/schools', lazy: page(() => import('../pages/schools.tsx')) },
              { path: '/teachers', lazy: page(() => import('../pages/teachers.tsx')) },
              { path: '/assess/:documentId', lazy: page(() => import('../pages/assess.tsx')) },
              { path: '*', lazy: page(() => import('../pages/not-found.tsx')) },
            ],
          },
        ],
      },
    ],
  },
]

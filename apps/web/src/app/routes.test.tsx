import { pagePatterns } from '@penmark/contract'
import { screen, waitFor } from '@testing-library/react'
import { matchRoutes, type RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import { fakeApi } from '../testing/api.ts'
import { aTeacher } from '../testing/samples.ts'
import { openScreen } from '../testing/screen.tsx'
import { routes } from './routes.tsx'

test.each([
  ['/', '/'],
  ['/dashboard', '/dashboard'],
  ['/quickstart', '/quickstart'],
  ['/documents', '/documents'],
  ['/documents/d1/report', '/documents/:documentId/report'],
  ['/documents/d1/text-view', '/documents/:documentId/text-view'],
  ['/documents/d1/conversation', '/documents/:documentId/conversation'],
  ['/classes', '/classes'],
  ['/classes/view/c1', '/classes/view/:classId'],
  ['/classes/c1/students/s1', '/classes/:classId/students/:studentId'],
  ['/classes/c1/shared-passages', '/classes/:classId/shared-passages'],
  ['/classes/c1/shared-passages/p1', '/classes/:classId/shared-passages/:pairId'],
  ['/uploads/b1/shared-passages', '/uploads/:batchId/shared-passages'],
  ['/uploads/b1/shared-passages/p1', '/uploads/:batchId/shared-passages/:pairId'],
  ['/classes/c1/sources', '/classes/:classId/sources'],
  ['/documents/d1/sources/m1', '/documents/:documentId/sources/:matchId'],
  ['/documents/d1/shared-passages/p1', '/documents/:documentId/shared-passages/:pairId'],
  ['/writing/submissions/w1', '/writing/submissions/:submissionId'],
  ['/students', '/students'],
  ['/students/view/s1?from=class&classId=c1', '/students/view/:studentId'],
  ['/bulk-upload', '/bulk-upload'],
  ['/analytics?class=c1', '/analytics'],
  ['/integrations', '/integrations'],
  ['/integrations/lti', '/integrations/lti'],
  ['/lti/launch?ticket=t1', '/lti/launch'],
  ['/lti/refused?reason=state', '/lti/refused'],
  ['/integrations/webhooks', '/integrations/webhooks'],
  ['/integrations/api-keys', '/integrations/api-keys'],
  ['/profile', '/profile'],
  ['/signed-in', '/signed-in'],
  ['/schools', '/schools'],
  ['/teachers', '/teachers'],
  ['/assess/d1', '/assess/:documentId'],
  ['/erased/e1', '/erased/:erasureId'],
  ['/examples/ai', '/examples/:example'],
  ['/examples/writing', '/examples/writing'],
  ['/support', '/support'],
  ['/welcome', '/welcome'],
  ['/cookie-preferences', '/cookie-preferences'],
  ['/subscriptions', '/subscriptions'],
  ['/payment/success?session_id=cs_1', '/payment/success'],
  ['/payment/canceled', '/payment/canceled'],
  ['/admin', '/admin'],
  ['/admin/billing', '/admin/billing'],
  ['/admin/students', '/admin/students'],
  ['/admin/manage-classes', '/admin/manage-classes'],
  ['/admin/documents', '/admin/documents'],
  ['/admin/operations', '/admin/operations'],
  ['/admin/messages', '/admin/messages'],
  ['/admin/backups', '/admin/backups'],
  ['/admin/baseline', '/admin/baseline'],
  ['/admin/teacher-imports', '/admin/teacher-imports'],
  ['/admin/audit', '/admin/audit'],
  ['/no/such/page', '*'],
])('has a screen for %s', (address, path) => {
  expect(matchRoutes(routes, address)?.at(-1)?.route).toMatchObject({ path, lazy: expect.any(Function) })
})

test.each([
  ['/dashboard', 'DashboardPage'],
  ['/quickstart', 'QuickstartPage'],
  ['/documents', 'DocumentsPage'],
  ['/bulk-upload', 'BulkUploadPage'],
  ['/documents/d1/text-view', 'ExtractedTextPage'],
  ['/documents/d1/report', 'ReportPage'],
  ['/analytics', 'AnalyticsPage'],
  ['/classes', 'ClassesPage'],
  ['/classes/view/c1', 'ClassViewPage'],
  ['/classes/c1/students/s1', 'ClassStudentPage'],
  ['/students', 'StudentsPage'],
  ['/students/view/s1', 'StudentViewPage'],
  ['/assess/d1', 'AssessPage'],
  ['/profile', 'ProfilePage'],
  ['/schools', 'SchoolsPage'],
  ['/teachers', 'TeachersPage'],
  ['/integrations', 'IntegrationsPage'],
  ['/payment/success', 'PaymentSuccessPage'],
  ['/payment/canceled', 'PaymentCanceledPage'],
  ['/subscriptions', 'SubscriptionsPage'],
  ['/admin', 'AdminPage'],
  ['/admin/billing', 'AdminPage'],
  ['/admin/students', 'AdminStudentsPage'],
  ['/admin/manage-classes', 'AdminClassesPage'],
  ['/admin/documents', 'AdminDocumentsPage'],
  ['/support', 'SupportPage'],
  ['/cookie-preferences', 'CookiePreferencesPage'],
  ['/no/such/page', 'NotFoundPage'],
])('opens %s with the screen of the specification, %s', async (address, name) => {
  const lazy = matchRoutes(routes, address)?.at(-1)?.route.lazy
  const { Component } = typeof lazy === 'function' ? await lazy() : {}
  expect(Component?.name).toBe(name)
})

const forVisitors = [
  '/',
  '/contact-us',
  '/cookie-preferences',
  '/erased/:erasureId',
  '/examples/:example',
  '/examples/writing',
  '/lti/refused',
  '/support',
  '/welcome',
]
const forTeachers = pagePatterns.filter((path) => !forVisitors.includes(path))

/** The product's routes, each with a word in place of its screen, which would take long to load. */
const withoutScreens = (all: RouteObject[]): RouteObject[] =>
  all.map((route) => {
    if (route.path !== undefined) return { path: route.path, element: <p>The screen</p> }
    return { ...route, children: withoutScreens(route.children ?? []) } as RouteObject
  })

test.each([...forTeachers, '/no/such/page'])('asks a visitor to sign in for %s', async (path) => {
  fakeApi({})
  const at = path.replaceAll(/:\w+/g, 'id')
  await openScreen({ routes: withoutScreens(routes), at, status: 'unauthenticated' })
  expect(
    await screen.findByRole('heading', { name: /^Please log in|^Authentication required/ }),
  ).toBeDefined()
  expect(screen.queryByText('The screen')).toBeNull()
})

test('leads from /contact-us to /support', () => {
  expect(matchRoutes(routes, '/contact-us')?.at(-1)?.route.element).toMatchObject({
    props: { to: '/support', replace: true },
  })
})

test('has a screen for exactly those addresses that the server answers with 200', () => {
  const pathsOf = ({ path, children = [] }: RouteObject): string[] => [
    ...(path === undefined ? [] : [path]),
    ...children.flatMap(pathsOf),
  ]
  const paths = routes.flatMap(pathsOf).filter((path) => path !== '*')
  expect(paths.toSorted()).toEqual([...pagePatterns].toSorted())
})

/** Every page of the product, however deep its route lies. */
const pages = (below: RouteObject[]): RouteObject[] =>
  below.flatMap((route) => [route, ...pages(route.children ?? [])])
const ofAdministrators = pages(routes).filter(({ path }) => path?.startsWith('/admin'))

test('there are administrator pages to test below', () => {
  expect(ofAdministrators.length).toBeGreaterThan(7)
})

test.each(ofAdministrators.map(({ path = '', lazy }) => [path, lazy] as const))(
  '%s shows and loads nothing unless the user is an administrator',
  async (path, lazy) => {
    const { calls } = fakeApi({ 'GET /teachers/me': () => aTeacher() })
    const { Component } = typeof lazy === 'function' ? await lazy() : {}
    if (!Component) throw new Error(`${path} is no page of its own.`)
    const { router } = await openScreen({
      at: path,
      routes: [
        { path, element: <Component /> },
        { path: '*', element: <p>Elsewhere</p> },
      ],
    })
    await waitFor(() =>
      expect(screen.queryByText('Elsewhere') ?? screen.queryByText(/privileges/)).not.toBeNull(),
    )
    expect(screen.queryByRole('table')).toBeNull()
    expect(calls.filter((call) => call.path.includes('admin'))).toEqual([])
    expect(['/', path]).toContain(router.state.location.pathname)
  },
)

import { pagePatterns } from '@penmark/contract'
import { screen, waitFor } from '@testing-library/react'
import { matchRoutes, type RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import { fakeApi } from '../testing/api.ts'
import { aTeacher } from '../testing/samples.ts'
import { openScreen } from '../testing/screen.tsx'
import { routes } from './routes.tsx'
import { TeacherShell } from './shell/teacher-shell.tsx'

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

test.each(['/quickstart', '/profile', '/classes/view/c1', '/admin'])(
  'asks a visitor to sign in for %s',
  async (address) => {
    const layouts = (matchRoutes(routes, address) ?? []).filter(({ route }) => route.path === undefined)
    const components = await Promise.all(
      layouts.map(async ({ route: { lazy } }) =>
        typeof lazy === 'function' ? (await lazy()).Component : undefined,
      ),
    )
    expect(components).toContain(TeacherShell)
  },
)

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

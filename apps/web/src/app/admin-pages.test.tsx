import { screen, waitFor } from '@testing-library/react'
import type { RouteObject } from 'react-router'
import { expect, it } from 'vitest'
import { fakeApi } from '../test/api.ts'
import { aTeacher } from '../test/samples.ts'
import { openScreen } from '../test/screen.tsx'
import { routes } from './routes.tsx'

/** Every page of the product, however deep its route lies. */
const pages = (below: RouteObject[]): RouteObject[] => below.flatMap((route) => [route, ...pages(route.children ?? [])])
const ofAdministrators = pages(routes).filter(({ path }) => path?.startsWith('/admin'))

it('there are administrator pages to test below', () => {
  expect(ofAdministrators.length).toBeGreaterThan(7)
})

it.each(ofAdministrators.map(({ path = '', lazy }) => [path, lazy] as const))(
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
    await waitFor(() => expect(screen.queryByText('Elsewhere') ?? screen.queryByText(/privileges/)).not.toBeNull())
    expect(screen.queryByRole('table')).toBeNull()
    expect(calls.filter((call) => call.path.includes('admin'))).toEqual([])
    expect(['/', path]).toContain(router.state.location.pathname)
  },
)

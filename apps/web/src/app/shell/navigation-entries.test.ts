import { matchRoutes } from 'react-router'
import { expect, it } from 'vitest'
import { routes } from '../routes.tsx'
import { entriesFor } from './navigation-entries.ts'

/** Every entry that the specification names, top to bottom. */
const specified = ['/dashboard', '/documents', '/classes', '/students', '/analytics', '/integrations', '/admin', '/subscriptions']

it('leads to pages that exist, in the order of the specification', () => {
  expect(entriesFor(true).map(({ path }) => path)).toEqual(specified)
  for (const path of specified) expect(matchRoutes(routes, path)?.at(-1)?.route.path).toBe(path)
})

it('shows the administration entry to administrators only', () => {
  expect(entriesFor(false).map(({ path }) => path)).toEqual(specified.filter((path) => path !== '/admin'))
})

import { matchRoutes } from 'react-router'
import { expect, it } from 'vitest'
import { routes } from '../routes.tsx'
import { entriesFor } from './shell.tsx'

/** Every entry that the specification names, top to bottom, with writing tasks and cases beside the students they are about. */
const entries = [
  '/dashboard',
  '/documents',
  '/classes',
  '/students',
  '/writing',
  '/cases',
  '/analytics',
  '/integrations',
  '/admin',
  '/subscriptions',
]

it('leads to pages that exist, in the order of the specification', () => {
  expect(entriesFor(true).map(({ path }) => path)).toEqual(entries)
  for (const path of entries) expect(matchRoutes(routes, path)?.at(-1)?.route.path).toBe(path)
})

it('shows the administration entry to administrators only', () => {
  expect(entriesFor(false).map(({ path }) => path)).toEqual(entries.filter((path) => path !== '/admin'))
})

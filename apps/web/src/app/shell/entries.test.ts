import { matchRoutes } from 'react-router'
import { expect, it } from 'vitest'
import { routes } from '../routes.tsx'
import { entries } from './entries.ts'

/** Every entry that the specification names, top to bottom. */
const specified = ['/dashboard', '/documents', '/classes', '/students', '/analytics', '/integrations', '/admin', '/subscriptions']

it('leads to pages that exist, in the order of the specification', () => {
  const paths: string[] = entries.map(({ path }) => path)
  expect(paths).toEqual(expect.arrayContaining(['/classes', '/students', '/analytics']))
  expect(specified.filter((path) => paths.includes(path))).toEqual(paths)
  for (const path of paths) expect(matchRoutes(routes, path)?.at(-1)?.route.path).toBe(path)
})

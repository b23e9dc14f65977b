import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const features = join(import.meta.dirname, '../../apps/server/src/features')

const files = readdirSync(features, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => ({
    path,
    feature: path.split(/[\\/]/)[0],
    source: readFileSync(join(features, path), 'utf8'),
  }))

/** The feature to which each table belongs. */
const owners = new Map(
  files
    .filter(({ path }) => /[\\/]tables\.ts$/.test(path))
    .flatMap(({ feature, source }) =>
      Array.from(source.matchAll(/pgTable\(\s*'(\w+)'/g), ([, table]) => [table, feature] as const),
    ),
)

/** The import rules cover Drizzle's queries; this finds SQL in text. */
const writes = /\b(?:insert into|update|delete from)\s+([a-z_]+)/g

/**
 * Ends every kind of access to an account in one place, so that none is forgotten
 * (docs/decisions/0084-one-end-of-access.md).
 */
const endsAllAccess = 'accounts/grants/grants.ts'

test('SQL of a feature only writes to the tables of that feature', () => {
  const foreign = files
    .filter(({ path }) => path.split('\\').join('/') !== endsAllAccess)
    .flatMap(({ path, feature, source }) =>
      Array.from(source.matchAll(writes), ([statement, table]) => ({
        path,
        statement,
        owner: owners.get(table),
      })).filter(({ owner }) => owner !== undefined && owner !== feature),
    )

  expect(owners.get('documents')).toBe('documents')
  expect(foreign).toEqual([])
})

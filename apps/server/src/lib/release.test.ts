import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { version } from './release.ts'

test('is the version of package.json', () => {
  expect(version).toBe(manifest.version)
})

import { expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { version } from './version.ts'

test('names the release of package.json', () => {
  expect(version).toBe(manifest.version)
})

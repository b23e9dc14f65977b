import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { flagsFor, usualMemoryMb } from '@penmark/extract'
import { expect, inject, test } from 'vitest'
import { programsBeside } from './paths.ts'

test('the bundled child that reads files starts from the code that the build left, under the flags that it is started with', async () => {
  const { extractChild } = programsBeside(inject('bundle'))
  expect(existsSync(path.join(path.dirname(extractChild), 'extract-program.cache'))).toBe(true)
  const { stderr } = await promisify(execFile)(process.execPath, [...flagsFor(usualMemoryMb), extractChild])
  expect(stderr).toBe('')
})

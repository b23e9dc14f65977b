import { execFile } from 'node:child_process'
import { cpSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'

const bin = join(import.meta.dirname, '../../../../packages/cli/bin/penmark.mjs')

// The set-up builds the product only where there is a browser.
test.skipIf(inject('chromium') === null)(
  'an operator lists the accounts with npx penmark admin, and a wrong command prints the usage',
  async ({ onTestFinished }) => {
    const folder = await mkdtemp(join(tmpdir(), 'penmark-admin-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    cpSync(inject('dataTemplate'), folder, { recursive: true })
    const env = { ...process.env, DATA_DIR: folder, LOG_LEVEL: 'silent' }
    const run = (...args: string[]) => promisify(execFile)(process.execPath, [bin, 'admin', ...args], { env })
    expect((await run('list')).stdout).toContain('There are no accounts yet.')
    await expect(run('crown', 'ana@school.example')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('remove-two-factor name@school.example'),
    })
  },
)

import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'
import { openEmbedded } from '../services/database/embedded/embedded.ts'
import { tinyModel } from '../testing/database.ts'

test('the command "migrate" prepares database and queue for the next start, then exits', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'penmark-migrate-'))
  try {
    const environment = {
      PATH: process.env.PATH,
      DATA_DIR: folder,
      DETECTOR_MODEL: tinyModel(),
      LOG_LEVEL: 'warn',
    }
    await promisify(execFile)(process.execPath, [path.join(inject('bundle'), 'start.js'), 'migrate'], {
      env: environment,
    })
    const database = await openEmbedded(path.join(folder, 'database'))
    try {
      const { rows } = await database.query(
        "select table_schema || '.' || table_name as name from information_schema.tables where table_name in ('documents', 'queue') order by name",
      )
      expect(rows.map(({ name }) => name)).toEqual(['public.documents', 'queue.queue'])
    } finally {
      await database.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

import { existsSync } from 'node:fs'
import pg from 'pg'
import { expect, test } from 'vitest'
import { providePostgres } from './find.ts'
import { startPostgres } from './start.ts'

const binaries = providePostgres()

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

test.skipIf(binaries === null)(
  'a test server keeps its rows across a crash, and leaves nothing behind',
  async () => {
    const server = await startPostgres(binaries ?? '')
    const url = await server.createDatabase('essays')
    await query(url, 'create table kept as select 7 as number')
    await server.halt('immediate')
    await expect(query(url, 'select 1')).rejects.toThrow('ECONNREFUSED')
    await server.start()
    expect(await query(url, 'select number from kept')).toEqual([{ number: 7 }])
    const [place] = await query(url, "select current_setting('data_directory') as folder")
    await server.stop()
    expect(existsSync(String(place?.folder))).toBe(false)
  },
)

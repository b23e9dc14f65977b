import autocannon from 'autocannon'
import type { Installation } from '../parts/installation.ts'
import type { Part } from '../parts/processes.ts'
import { processorSeconds } from '../parts/processor.ts'
import { addTeachers } from '../parts/submit.ts'
import type { ResultTable } from '../result-table.ts'
import { addDocuments } from './generated.ts'

const ownDocuments = 10_000
const rowsInPage = 20
const connections = 20

/** How many pages of a list an API serves to one teacher with many documents. */
export async function measureLists(
  { database, databasePid, issuer, start }: Installation,
  seconds: number,
): Promise<ResultTable> {
  const [teacher] = await addTeachers(database, 1)
  if (!teacher) throw new Error('No teacher was added.')
  await addDocuments(database, { documents: ownDocuments, teachers: [teacher.teacher_id] })
  await database.query('vacuum (analyze) documents')
  const rows: ResultTable['rows'] = []
  for (const count of [1, 2]) {
    const apis: Part[] = []
    for (let i = 0; i < count; i += 1) apis.push(await start('api'))
    const authorization = `Bearer ${await issuer.tokenFor(teacher.teacher_id)}`
    const ask = (origin: string, duration: number) =>
      autocannon({
        url: `${origin}/api/v1/documents?limit=${rowsInPage}`,
        connections: connections / count,
        duration,
        headers: { authorization },
      })
    await Promise.all(apis.map(({ origin }) => ask(origin, 2)))
    const used = () => apis.reduce((sum, { pid }) => sum + processorSeconds(pid), 0)
    const [apiBefore, databaseBefore] = [used(), processorSeconds(databasePid)]
    const results = await Promise.all(apis.map(({ origin }) => ask(origin, seconds)))
    const [api, db] = [used() - apiBefore, processorSeconds(databasePid) - databaseBefore]
    for (const part of apis) await part.stop()
    const done = results.reduce((sum, each) => sum + each['2xx'], 0)
    const wrong = results.reduce((sum, each) => sum + each.non2xx + each.errors + each.timeouts, 0)
    if (wrong > 0) throw new Error(`${wrong} of ${done + wrong} pages failed.`)
    const p99 = Math.max(...results.map(({ latency }) => latency.p99))
    rows.push([
      `${count} API process${count === 1 ? '' : 'es'}`,
      done,
      done / seconds,
      p99,
      (1_000 * api) / done,
      (1_000 * db) / done,
      done / api,
      (2 * done) / (api + db),
    ])
  }
  return {
    title: 'List pages',
    columns: [
      'Served by',
      'n',
      'Per second',
      'p99 (ms)',
      'CPU, API (ms each)',
      'CPU, database (ms each)',
      'Per second and API core',
      'Per second on two cores, including database',
    ],
    rows,
    note: `The newest ${rowsInPage} of a teacher's ${ownDocuments.toLocaleString('en-GB')} documents, over ${connections} connections on loopback. Client, API and PostgreSQL shared the machine with other programs; the last two columns are computed from CPU time alone, without the client.`,
  }
}

import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, Page } from 'playwright'
import { connect } from '../../apps/server/src/services/database/connect/connect.ts'
import { listLimits } from '../../packages/contract/src/index.ts'
import { openProduct, type Product } from '../../tests/e2e/product/product.ts'
import { type Account, registerTeacher, signOut } from '../../tests/e2e/steps/account.ts'
import { type Caller, callerOf } from '../../tests/e2e/steps/calls.ts'
import { type Figure, idleMemory, median } from '../figure.ts'
import { textOf } from '../texts.ts'
import { measureDocuments } from './documents.ts'
import { measureClassView, measureReportPage, seedClass } from './pages.ts'
import { measureQueue } from './queue.ts'
import { timeToCompleted } from './time-to-completed.ts'

const ownDocuments = 10_000
/** Pause after which the server counts as idle. */
const idleAfterMs = 10_000

/** The whole product, as seen by a teacher and a browser. */
export async function measureProduct(browser: Browser, announce: (what: string) => void): Promise<Figure[]> {
  announce('first start')
  await forgetBuild()
  const begun = performance.now()
  const product = await openProduct({ LOG_LEVEL: 'error' })
  const firstStart = (performance.now() - begun) / 1_000
  try {
    announce('second start')
    await product.stop()
    const again = performance.now()
    await product.start()
    const secondStart = (performance.now() - again) / 1_000

    const page = await browser.newPage({ locale: 'en-GB' })
    const account = await registerTeacher(page, product.origin)
    await page.goto('about:blank')
    await product.stop()
    await seed(product.dataDir, 0)
    await product.start()

    announce('idle memory')
    await wait(idleAfterMs)
    const idle = await treeBytes(product.pid())

    const figures: Figure[] = [
      {
        name: 'first start, with the build, empty data',
        value: firstStart,
        unit: 's',
        n: 1,
        target: 9,
        better: 'lower',
      },
      { name: 'second start, same data', value: secondStart, unit: 's', n: 1, target: 4, better: 'lower' },
      ...(idle === null
        ? []
        : [
            {
              name: idleMemory,
              value: idle / 1e6,
              unit: 'MB',
              n: 1,
              target: 450,
              better: 'lower',
            } as const,
          ]),
    ]
    announce('sign-in')
    figures.push(await measureSignIn(page, product, account))
    const caller = await callerOf(page, product.origin)
    announce('pasted text')
    figures.push(await measurePastedText(caller))
    announce('report page')
    figures.push(await measureReportPage(page, product.origin, caller))
    announce('five-page PDF')
    figures.push(await measurePdf(browser, caller, product))
    announce('paid plans first')
    figures.push(await measureQueue(browser, product, caller))
    announce(`list of ${ownDocuments} documents`)
    await page.goto('about:blank')
    await product.stop()
    await seed(product.dataDir, ownDocuments)
    await product.start()
    figures.push(await measureList(caller))
    announce('large class')
    await product.stop()
    await seedClass(product.dataDir)
    await product.start()
    figures.push(await measureClassView(page, product))
    announce('documents page')
    figures.push(...(await measureDocuments(browser, product, account)))
    return figures
  } finally {
    await product.remove()
  }
}

/** Without its stamps the build counts as missing. */
async function forgetBuild(): Promise<void> {
  for (const part of ['server', 'web'])
    await rm(join(import.meta.dirname, `../../apps/${part}/dist/.built-from`), { force: true })
}

/** From the click on the provider's page until the dashboard shows its figures and accepts files. */
async function measureSignIn(page: Page, product: Product, account: Account): Promise<Figure> {
  await page.goto(`${product.origin}/dashboard`)
  const times: number[] = []
  for (let i = 0; i < 5; i += 1) {
    await signOut(page)
    // Signing out ends on the home page by itself; navigating there earlier would interrupt it.
    await page.waitForURL(`${product.origin}/`)
    await page.getByRole('link', { name: 'Get Started' }).click()
    await page.getByLabel('Email', { exact: true }).fill(account.email)
    await page.getByLabel('Password', { exact: true }).fill(account.password)
    const started = performance.now()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Hello, Amara' }).waitFor()
    await page.getByRole('button', { name: 'Browse Files' }).click({ trial: true })
    times.push((performance.now() - started) / 1_000)
  }
  return {
    name: 'sign-in to an interactive dashboard',
    value: median(times),
    unit: 's',
    n: times.length,
    target: 2,
    better: 'lower',
  }
}

async function measurePastedText(caller: Caller): Promise<Figure> {
  const times: number[] = []
  for (let i = 0; i < 20; i += 1)
    times.push(await timeToCompleted(caller, () => caller.post('/documents/text', { text: textOf(500, i) })))
  return {
    name: 'pasted text (500 words) to COMPLETED',
    value: median(times),
    unit: 's',
    n: times.length,
    target: 1,
    better: 'lower',
  }
}

async function measurePdf(browser: Browser, caller: Caller, { dataDir }: Product): Promise<Figure> {
  const path = join(dataDir, 'five-pages.pdf')
  await writeFile(path, await fivePages(browser))
  const bytes = await readFile(path)
  const times: number[] = []
  for (let i = 0; i < 10; i += 1) {
    const form = new FormData()
    form.append('file', new Blob([bytes], { type: 'application/pdf' }), `five-pages-${i}.pdf`)
    times.push(await timeToCompleted(caller, () => caller.send('/documents/upload', form)))
  }
  return {
    name: 'upload of a PDF of 5 pages to COMPLETED',
    value: median(times),
    unit: 's',
    n: times.length,
    target: 2,
    better: 'lower',
  }
}

async function fivePages(browser: Browser): Promise<Buffer> {
  const page = await browser.newPage()
  try {
    const sheets = Array.from({ length: 5 }, (_, i) => `<section>${paragraphs(i)}</section>`).join('')
    await page.setContent(
      `<style>section{break-after:page;font:12pt/1.5 serif}section:last-child{break-after:auto}</style>${sheets}`,
    )
    return await page.pdf({ format: 'A4', margin: { top: '2cm', right: '2cm', bottom: '2cm', left: '2cm' } })
  } finally {
    await page.close()
  }
}

const paragraphs = (sheet: number) => [0, 1, 2, 3].map((i) => `<p>${textOf(100, sheet * 4 + i)}</p>`).join('')

async function measureList(caller: Caller): Promise<Figure> {
  const times: number[] = []
  for (let i = 0; i < 30; i += 1) {
    const started = performance.now()
    const rows = await caller.get<unknown[]>('/documents/')
    times.push(performance.now() - started)
    if (rows.length !== listLimits.usual) throw new Error(`The list holds ${rows.length} documents.`)
  }
  return {
    name: 'GET /documents/ with 10,000 own documents, the newest 500',
    value: median(times),
    unit: 'ms',
    n: times.length,
    target: 50,
    better: 'lower',
  }
}

/** Resident memory of a process and its children, in bytes. Needs /proc; null elsewhere. */
export async function treeBytes(pid: number): Promise<number | null> {
  const parents = await readParents()
  if (parents === null) return null
  const tree = new Set([pid])
  for (let grown = -1; grown !== tree.size; ) {
    grown = tree.size
    for (const [child, parent] of parents) if (tree.has(parent)) tree.add(child)
  }
  const sizes = await Promise.all([...tree].map(residentBytes))
  return sizes.reduce((sum, bytes) => sum + bytes, 0)
}

async function readParents(): Promise<Map<number, number> | null> {
  const entries = await readdir('/proc').catch(() => null)
  if (entries === null) return null
  const parents = new Map<number, number>()
  for (const entry of entries.filter((name) => /^\d+$/.test(name))) {
    const status = await readFile(`/proc/${entry}/status`, 'utf8').catch(() => '')
    const parent = /^PPid:\s+(\d+)/m.exec(status)?.[1]
    if (parent) parents.set(Number(entry), Number(parent))
  }
  return parents
}

async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1_024
}

/** Fills the database of a stopped product: unlimited allowances, and documents of the first teacher. */
async function seed(dataDir: string, documents: number): Promise<void> {
  const database = await connect({ databaseUrl: null, dataDir }, (error) => {
    throw error
  })
  try {
    await database.query(`update teachers set plan = 'SCHOOLS'`)
    await database.query(
      `insert into documents (id, teacher_id, original_filename, file_type, size_bytes, status, score, label, word_count, character_count, runs, created_at, completed_at)
       select gen_random_uuid(), (select id from teachers order by created_at limit 1), 'essay-' || i || '.txt', 'txt', 3000, 'COMPLETED', 0.1, 'human-written', 500, 2900, 1,
         now() - i * interval '1 minute', now() - i * interval '1 minute'
       from generate_series(1, $1::int) as i`,
      [documents],
    )
  } finally {
    await database.close()
  }
}

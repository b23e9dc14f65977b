import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { connect } from '../../apps/server/src/services/database/connect/connect.ts'
import type { Product } from '../../tests/e2e/product/product.ts'
import { type Caller, waitUntilCompleted } from '../../tests/e2e/steps/calls.ts'
import { type Figure, median } from '../figure.ts'
import { textOf } from '../texts.ts'
import { secondsToFollow, watchReadiness } from './readiness.ts'
import { seedStandings } from './standings.ts'

const wordsWanted = 10_000
const runs = 7
const classSize = { students: 300, documents: 3_000 }
const className = 'The whole year'

/** A long text in which machine passages alternate with human ones, so that the report has marks to draw. */
function longText(): string {
  const golden = JSON.parse(
    readFileSync(new URL('../../packages/detector/golden/texts.json', import.meta.url), 'utf8'),
  ) as {
    name: string
    text: string
  }[]
  const machine = golden.find(({ name }) => name.startsWith('plain machine'))?.text ?? ''
  const parts: string[] = []
  for (let words = 0, i = 0; words < wordsWanted; i += 1) {
    const part = i % 3 === 2 ? machine : textOf(120, i)
    parts.push(part)
    words += part.split(/\s+/).length
  }
  return parts.join('\n\n')
}

/** From the click in the list until the last heading of the report is painted, with its text. */
export async function measureReportPage(page: Page, origin: string, caller: Caller): Promise<Figure> {
  const response = await caller.post('/documents/text', { text: longText() })
  const { id } = (await response.json()) as { id: string }
  await waitUntilCompleted(caller, id)
  const address = `/documents/${id}/report`
  const times: number[] = []
  // The first visit fetches the page's script; later ones have it cached.
  for (let i = 0; i <= runs; i += 1) {
    await page.goto(`${origin}/documents`)
    const link = page.locator(`a[href^="${address}"]`).first()
    await link.waitFor()
    const started = performance.now()
    await link.click()
    await page.getByRole('heading', { level: 2, name: 'For the record' }).waitFor()
    const taken = performance.now() - started
    if (i > 0) times.push(taken)
  }
  return {
    name: 'report page of a document of 10,000 words',
    value: median(times),
    unit: 'ms',
    n: times.length,
    target: 500,
    better: 'lower',
  }
}

/** Gives the first teacher of a stopped product a large class. */
export async function seedClass(dataDir: string): Promise<void> {
  const database = await connect({ databaseUrl: null, dataDir }, (error) => {
    throw error
  })
  try {
    const { rows } = await database.query('select id from teachers order by created_at limit 1')
    const teacher = rows[0]?.id
    await database.query(
      'insert into class_groups (id, teacher_id, class_name) values (gen_random_uuid(), $1, $2)',
      [teacher, className],
    )
    await database.query(
      `insert into students (id, teacher_id, first_name, last_name, external_student_id)
       select gen_random_uuid(), $1, 'First ' || i, 'Last ' || i, 'class-' || i from generate_series(1, $2::int) as i`,
      [teacher, classSize.students],
    )
    await database.query(
      `insert into class_memberships (class_group_id, student_id)
       select c.id, s.id from class_groups c join students s on s.external_student_id like 'class-%' where c.class_name = $1`,
      [className],
    )
    await database.query(
      `insert into documents (id, teacher_id, original_filename, file_type, size_bytes, status, score, label, word_count, character_count, runs,
         created_at, completed_at, class_group_id, student_id, student_sort)
       select gen_random_uuid(), $1, 'Essay ' || i || '.txt', 'txt', 3000, 'COMPLETED', (i * 37 % 1000) / 1000.0, 'human-written', 500, 2900, 1,
         now() - i * interval '1 minute', now(), c.id, s.id, lower(s.last_name || ' ' || s.first_name)
       from generate_series(1, $2::int) as i
       join class_groups c on c.class_name = $3
       join (select *, row_number() over (order by external_student_id) as place from students where external_student_id like 'class-%') as s
         on s.place = i % $4::int + 1`,
      [teacher, classSize.documents, className, classSize.students],
    )
    await seedStandings(database)
    await database.tidy()
  } finally {
    await database.close()
  }
}

/** From the click in the list of classes until the page shows its size and its rows and accepts files. */
export async function measureClassView(page: Page, product: Product): Promise<Figure> {
  await watchReadiness(page)
  const signs = [
    { selector: '[role="tab"]', text: `Documents (${classSize.documents.toLocaleString('en-GB')})` },
    { selector: 'tbody td', text: 'Essay 5.txt' },
    { selector: 'button', text: 'Browse Files' },
  ]
  const times: number[] = []
  for (let i = 0; i < 6; i += 1) {
    await page.goto(`${product.origin}/classes`)
    const link = page.getByRole('link', { name: `View ${className}` })
    await link.waitFor()
    const taken = await secondsToFollow(link, signs)
    // The first visit fetches the page's script.
    if (i > 0) times.push(taken)
  }
  return {
    name: 'class with 300 students and 3,000 documents, from the list to an interactive page',
    value: median(times),
    unit: 's',
    n: times.length,
    target: 0.5,
    better: 'lower',
  }
}

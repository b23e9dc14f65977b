import { expect } from 'vitest'
import { sampleTexts } from '../../../../apps/server/src/features/documents/samples/samples.ts'
import type {
  Analytics,
  Case,
  ClassTally,
  DashboardStats,
  Document,
  Figures,
  Overview,
} from '../../../../packages/contract/src/index.ts'
import { journeys } from '../../journey.ts'
import { type Caller, waitUntilCompleted } from '../../steps/calls.ts'
import { figuresOn, type Told } from '../../steps/figures.ts'
import { essay } from '../../steps/texts.ts'
import { allSaved, beginWriting, pasteFromElsewhere, setTask } from '../../steps/writing.ts'

const journey = journeys({ SAMPLE_DOCUMENTS: 'on' })

const columnOf = (csv: string, name: string): string[] => {
  const [head = '', ...rows] = csv.trim().split(/\r?\n/)
  const at = head.split(',').findIndex((title) => title.replaceAll('"', '').includes(name))
  if (at < 0) throw new Error(`The table has no column “${name}”: ${head}`)
  return rows.map((row) => row.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/)[at]?.replaceAll('"', '') ?? '')
}

/** Texts of every standing: two that share passages, a finding, a short one, a decided one, one too many. */
async function handIn(caller: Caller, class_group_id: string, student_id: string, another_id: string) {
  const submit = async (title: string, text: string, by = student_id) => {
    const fields = { title, text, class_group_id, student_id: by }
    return ((await (await caller.post('/documents/text', fields)).json()) as Document).id
  }
  const ids = [
    await submit('Found', sampleTexts.ai),
    await submit('First of a pair', essay),
    await submit('Second of a pair', `${essay} One sentence more does not make it another text.`, another_id),
    await submit('Short', 'Towns should put signs where people look.'),
  ]
  for (const id of ids) await waitUntilCompleted(caller, id)
  const decided = await submit('Decided', `${sampleTexts.ai} It was decided about.`)
  await waitUntilCompleted(caller, decided)
  const { id: case_id } = (await (await caller.post('/cases', { document_id: decided })).json()) as Case
  const decision = { outcome: 'cleared', reason: 'The drafts were there.' }
  expect((await caller.post(`/cases/${case_id}/decisions`, decision)).status).toBe(201)
  const long = Array.from({ length: 6_000 }, (_, nth) => `word${nth}`).join(' ')
  const tooLong = await submit('Too long', long)
  await expect
    .poll(async () => (await caller.get<Document>(`/documents/${tooLong}`)).status, { timeout: 120_000 })
    .toBe('LIMIT_EXCEEDED')
}

const inProgress = ({ waiting, reading }: Figures) => waiting + reading

journey('every page, table and call tells the same figures by the same names', async ({ page, product }) => {
  const { caller, task, studentId, link } = await setTask(page, product.origin)
  const class_group_id = task.class_group_id ?? ''
  const { student, watch } = await beginWriting(page, { link, origin: product.origin })
  await student.keyboard.type('I began by myself. ')
  await pasteFromElsewhere(student, sampleTexts.student.split(/\s+/).slice(0, 220).join(' '))
  await allSaved(student)
  await student.getByRole('button', { name: 'Hand in', exact: true }).click()
  await student.getByRole('button', { name: 'Hand in now' }).click()
  await student
    .getByText(/handed in/i)
    .first()
    .waitFor()
  expect(watch.problems()).toEqual([])
  const named = { first_name: 'Leo', last_name: 'Vik' }
  const { id: anotherId } = (await (await caller.post('/students', named)).json()) as { id: string }
  await caller.post(`/class-groups/${class_group_id}/students/${anotherId}`, {})
  await handIn(caller, class_group_id, studentId, anotherId)
  await expect
    .poll(
      async () => {
        const { figures, is_comparing, sharing_total } = await caller.get<Overview>('/overview')
        return [inProgress(figures), is_comparing, sharing_total > 0, figures.documents]
      },
      { timeout: 120_000 },
    )
    .toEqual([0, false, true, 7])

  const { figures } = await caller.get<Overview>('/overview')
  // The pair, the finding and the paste need the teacher; the decided text is closed.
  expect(figures).toMatchObject({ needs_you: 4, unclear: 1, closed: 1, unread: 1, out_of_words: 1 })
  const stats = await caller.get<DashboardStats>('/dashboard/stats')
  const ofClass = await caller.get<Overview>(`/overview?class_group_id=${class_group_id}`)
  const ofStudent = await caller.get<Overview>(`/overview?student_id=${studentId}`)
  const analytics = await caller.get<Analytics>('/analytics')
  const tallies = await caller.get<ClassTally[]>('/analytics/classes')
  const tally = tallies.find((each) => each.class_group_id === class_group_id)
  expect([stats.figures, ofClass.figures, analytics.all.figures, tally?.figures]).toEqual(
    Array.from({ length: 4 }, () => figures),
  )
  expect(ofStudent.figures).toMatchObject({ documents: 6, needs_you: 3 })
  for (const [standing, figure] of [
    ['needs-you', 'needs_you'],
    ['unclear', 'unclear'],
    ['nothing-found', 'nothing_found'],
    ['unread', 'unread'],
    ['closed', 'closed'],
    ['without-student', 'without_student'],
  ] as const)
    expect(await caller.get(`/documents/count?standing=${standing}`)).toEqual({ total: figures[figure] })

  const ofAll: Told = {
    ...figures,
    in_progress: inProgress(figures),
    flagged_recent: stats.flaggedRecent,
  }
  const ofIda: Told = { ...ofStudent.figures }
  for (const [path, expected] of [
    ['/dashboard', ofAll],
    ['/documents', ofAll],
    ['/analytics', ofAll],
    [`/classes/view/${class_group_id}`, ofAll],
    [`/students/view/${studentId}`, ofIda],
    [`/classes/${class_group_id}/students/${studentId}`, ofIda],
  ] as const) {
    const told = await figuresOn(page, product.origin + path)
    expect(Object.keys(told).length, path).toBeGreaterThan(0)
    expect(told, path).toEqual(Object.fromEntries(Object.keys(told).map((name) => [name, expected[name]])))
  }

  await page.goto(`${product.origin}/classes/view/${class_group_id}`)
  await page.getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem').first().click(),
  ])
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  const standings = columnOf(
    Buffer.concat(chunks)
      .toString('utf8')
      .replace(/^\uFEFF/, ''),
    'Where it stands',
  )
  const counted = (word: string) => standings.filter((standing) => standing === word).length
  expect([counted('needs you'), counted('unclear'), counted('nothing found'), counted('closed')]).toEqual([
    figures.needs_you,
    figures.unclear,
    figures.nothing_found,
    figures.closed,
  ])
})

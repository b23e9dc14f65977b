import { randomUUID } from 'node:crypto'
import {
  type BatchUpload,
  type Case,
  type ClassGroup,
  type Document,
  type Overview,
  overviewRoutes,
  type Student,
} from '@penmark/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestTeacher } from '../../../testing/test-app.ts'
import { prose } from '../../../testing/text.ts'
import { recordReply } from '../../cases/record/standing.ts'
import { refreshStandings } from '../standing/refresh.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await startTestApp()
})
afterAll(() => testApp.close())

const overviewOf = async (teacher: TestTeacher, query = ''): Promise<Overview> =>
  overviewRoutes.readOverview.reply.parse((await teacher.call('GET', `/overview?${query}`)).body)

const found = {
  all: { finding: 'ai-likely', ai_share: 1, score: 0.9 },
  part: { finding: 'mixed', ai_share: 0.4, score: 0.7 },
  unusual: { finding: 'inconclusive', ai_share: 0, score: 0.4 },
  short: { finding: 'insufficient-text', ai_share: null, score: null },
  nothing: { finding: 'no-evidence', ai_share: 0, score: 0.1 },
}

async function set(id: string, { finding, ai_share, score }: (typeof found)[keyof typeof found]) {
  await testApp.database.query('update documents set finding = $2, ai_share = $3, score = $4 where id = $1', [
    id,
    finding,
    ai_share,
    score,
  ])
  await refreshStandings(testApp.database, [id])
}

let texts = 0
const words = (name: string, count: number) =>
  Array.from({ length: count }, (_, nth) => `${name}${nth}x`).join(' ')
const uniqueText = () => {
  texts += 1
  return words(`text${texts}y`, 80)
}

async function addDocument(
  teacher: TestTeacher,
  result: keyof typeof found,
  fields: object = {},
): Promise<string> {
  const { id } = (await teacher.call('POST', '/documents/text', { text: uniqueText(), ...fields }))
    .body as Document
  await teacher.finished(id)
  await set(id, found[result])
  return id
}

async function classOf(teacher: TestTeacher) {
  const { id: class_group_id } = (await teacher.call('POST', '/class-groups', { class_name: '10B' }))
    .body as ClassGroup
  const { id: student_id } = (
    await teacher.call('POST', '/students', { first_name: 'Isla', last_name: 'Fraser' })
  ).body as Student
  await teacher.call('POST', `/class-groups/${class_group_id}/students/${student_id}`)
  return { class_group_id, student_id }
}

test('a class says how many texts need the teacher, are unclear and show nothing, and describes the first alone', async () => {
  const ana = await testApp.teacher('ana')
  const { class_group_id, student_id } = await classOf(ana)
  const part = await addDocument(ana, 'part', { class_group_id, student_id, title: 'Part' })
  const all = await addDocument(ana, 'all', { class_group_id, text: prose(80) })
  for (const result of ['unusual', 'short', 'nothing', 'nothing'] as const)
    await addDocument(ana, result, { class_group_id })
  await addDocument(ana, 'all')
  const { cards, ...counts } = await overviewOf(ana, `class_group_id=${class_group_id}`)
  expect(counts).toMatchObject({
    replied: 0,
    progress: null,
    figures: {
      documents: 6,
      needs_you: 2,
      unclear: 2,
      nothing_found: 2,
      unread: 0,
      closed: 0,
      students_needing: 1,
      without_student: 5,
    },
  })
  expect(cards.map(({ document }) => document.id)).toEqual([all, part])
  expect(cards[1]).toMatchObject({
    document: { student_details: { first_name: 'Isla' }, filename: 'Part' },
    case: null,
    shared: null,
  })
  expect(cards[0]?.calibration?.n).toBeGreaterThan(0)
})

test('without a class, a student and an upload, all texts count, of the teacher alone', async () => {
  const bo = await testApp.teacher('bo')
  const newer = await addDocument(bo, 'all')
  const old = await addDocument(bo, 'all')
  await testApp.database.query("update documents set created_at = now() - interval '8 days' where id = $1", [
    old,
  ])
  expect(await overviewOf(bo)).toMatchObject({
    figures: { documents: 2, needs_you: 2 },
    cards: [{ document: { id: newer } }, { document: { id: old } }],
  })
  const stranger = await testApp.teacher('stranger')
  expect(await overviewOf(stranger)).toMatchObject({ figures: { documents: 0 }, cards: [] })
  const { class_group_id, student_id } = await classOf(bo)
  const theirs = await addDocument(bo, 'all', { class_group_id, student_id })
  expect(await overviewOf(bo, `student_id=${student_id}`)).toMatchObject({
    figures: { documents: 1, needs_you: 1 },
    cards: [{ document: { id: theirs } }],
  })
  for (const scope of [`class_group_id=${class_group_id}`, `student_id=${student_id}`])
    expect(await overviewOf(stranger, scope)).toMatchObject({ figures: { documents: 0 }, cards: [] })
  expect(await overviewOf(bo, 'class_group_id=undefined')).toMatchObject({ figures: { documents: 0 } })
})

test('a student who has answered comes first, and a decided case no longer asks for a look', async () => {
  const cy = await testApp.teacher('cy')
  const { class_group_id, student_id } = await classOf(cy)
  const strongest = await addDocument(cy, 'all', { class_group_id })
  const quiet = await addDocument(cy, 'unusual', { class_group_id, student_id })
  const decided = await addDocument(cy, 'part', { class_group_id, student_id })
  const openCase = async (document_id: string) => {
    const opened = await cy.call('POST', '/cases', { document_id })
    return (opened.body as Case).id
  }
  const [first, second] = [await openCase(quiet), await openCase(decided)]
  await testApp.database.query("update cases set state = 'answered' where id = $1", [first])
  const long = `I planned it on paper.\n\n${'My notes are attached. '.repeat(20)}`
  await testApp.database.query(
    `with reply as (
       insert into case_replies (id, case_id, teacher_id, text, handed_in_at)
       select gen_random_uuid(), id, teacher_id, $2, now() from cases where id = $1 returning *)
     insert into case_entries (case_id, teacher_id, kind, text, reply_id)
     select case_id, teacher_id, 'answer', text, id from reply`,
    [first, long],
  )
  await recordReply(testApp.database, first, new Date())
  const decision = { outcome: 'cleared', reason: 'They showed their drafts.' }
  expect((await cy.call('POST', `/cases/${second}/decisions`, decision)).status).toBe(201)
  const overview = await overviewOf(cy, `class_group_id=${class_group_id}`)
  expect(overview).toMatchObject({ figures: { needs_you: 2, closed: 1, unclear: 0 }, replied: 1 })
  expect(overview.cards.map((card) => [card.document.id, card.case])).toEqual([
    [
      quiet,
      {
        id: first,
        state: 'answered',
        reply: expect.stringMatching(/^I planned it on paper\. My notes are attached\..{60,120}…$/),
      },
    ],
    [strongest, null],
  ])
  await cy.call('GET', `/cases/${first}`)
  expect(await overviewOf(cy, `class_group_id=${class_group_id}`)).toMatchObject({
    figures: { needs_you: 1, unclear: 1, closed: 1 },
    replied: 0,
  })
})

test('an upload names with whom a text shares most words, once it was compared by itself', async () => {
  const di = await testApp.teacher('di')
  const file = (name: string, text: string) => ({
    name: `${name}.txt`,
    content: `${words(name, 70)} ${text}`,
  })
  const files = [file('Hannah', words('shared', 60)), file('Freya', words('shared', 60)), file('Tom', '')]
  const { batch_id, documents } = (await di.upload('/documents/batch', 'files', files)).body as BatchUpload
  for (;;) {
    const { sharing_total, is_comparing } = await overviewOf(di, `batch_id=${batch_id}`)
    if (sharing_total > 0 && !is_comparing) break
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const hannah = documents[0]?.id ?? ''
  await set(hannah, found.all)
  const overview = await overviewOf(di, `batch_id=${batch_id}`)
  expect(overview.sharing_groups).toMatchObject([{ documents: 2, words: 60 }])
  const [group] = overview.sharing_groups
  expect(group?.members.map((member) => member.original_filename).sort()).toEqual(['Freya.txt', 'Hannah.txt'])
  expect((await di.call('GET', `/overlap/pairs/${group?.pair_id}`)).status).toBe(200)
  expect(overview.figures).toMatchObject({ documents: 3, needs_you: 2 })
  expect(overview.cards).toMatchObject([
    {
      document: { id: hannah, standing_reasons: ['ai-writing', 'shared'] },
      shared: { words: 60, document: { original_filename: 'Freya.txt' } },
    },
    { document: { original_filename: 'Freya.txt', standing_reasons: ['shared'] } },
  ])
  expect((await overviewOf(di)).sharing_groups).toEqual(overview.sharing_groups)
})

test('files that were sent one by one with the same batch id are one upload', async () => {
  const eli = await testApp.teacher('eli')
  const batch_id = randomUUID()
  const send = (name: string) =>
    eli.upload(
      '/documents/upload',
      'file',
      [{ name: `${name}.txt`, content: `${words(name, 70)} ${words('common', 60)}` }],
      { batch_id },
    )
  for (const name of ['One', 'Two']) await eli.finished(((await send(name)).body as Document).id)
  await expect
    .poll(async () => (await overviewOf(eli, `batch_id=${batch_id}`)).sharing_groups)
    .toMatchObject([{ documents: 2, words: 60 }])
  expect(await overviewOf(await testApp.teacher('other'), `batch_id=${batch_id}`)).toMatchObject({
    figures: { documents: 0 },
  })
})

test('a card says what a text shares with one of another class, though not with a class or an upload', async () => {
  const ed = await testApp.teacher('ed')
  const add = async (text: string, class_name: string) => {
    const { id: class_group_id } = (await ed.call('POST', '/class-groups', { class_name })).body as ClassGroup
    const { id } = (await ed.call('POST', '/documents/text', { text, class_group_id })).body as Document
    await ed.finished(id)
    return { id, class_group_id }
  }
  await add(`${words('before', 60)} ${words('old', 60)}`, 'Last year')
  const { id, class_group_id } = await add(`${words('before', 60)} ${words('new', 60)}`, 'This year')
  await set(id, found.all)
  const card = async () => {
    const { cards, sharing_total } = await overviewOf(ed, `class_group_id=${class_group_id}`)
    expect([sharing_total, cards[0]?.shared]).toEqual([0, null])
    return cards[0]?.earlier
  }
  await expect.poll(card).toMatchObject({ words: 60, is_own_work: false })
})

import { randomUUID } from 'node:crypto'
import {
  apiBase,
  type BinItem,
  type Document,
  type EarlierWriting,
  historyLargest,
  routes,
  type Student,
} from '@penmark/contract'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../../services/database/database.ts'
import { expectAccessible } from '../../../testing/accessible-pdf.ts'
import { startTestApp, type TestApp, type TestTeacher } from '../../../testing/test-app.ts'
import { prose } from '../../../testing/text.ts'
import { compareWithEarlier } from './earlier-writing.ts'

let testApp: TestApp
let ana: TestTeacher
let bo: TestTeacher
let boId: string
let student: Student
let text: Document

const ownText = prose(400)
const read = async () =>
  (await ana.call('GET', `/results/document/${text.id}/earlier-writing`)).body as EarlierWriting

beforeAll(async () => {
  testApp = await startTestApp()
  ana = await testApp.teacher('ana')
  bo = await testApp.teacher('bo')
  student = (await ana.call('POST', '/students', { first_name: 'Kim', last_name: 'Ode' })).body as Student
  const pasted = (await ana.call('POST', '/documents/text', { text: ownText, student_id: student.id }))
    .body as Document
  text = await ana.finished(pasted.id)
  boId = ((await bo.call('POST', '/documents/text', { text: ownText })).body as Document).teacher_id
})
afterAll(() => testApp.close())
beforeEach(async () => {
  await testApp.database.query('delete from documents where original_filename like $1', ['earlier %'])
})

interface Earlier {
  teacher_id?: string
  student_id?: string | null
  is_marked?: boolean
  is_sample?: boolean
  words?: number
  body?: string
}

let added = 0
/** Inserts a processed document, each with a different text by default. */
/** Each a second after the one before: two of the same millisecond have no order. */
async function add({
  teacher_id = text.teacher_id,
  student_id = student.id,
  ...change
}: Earlier = {}): Promise<string> {
  added += 1
  const id = randomUUID()
  const { is_marked = true, is_sample = false, words = 400, body = `${prose(words)} Text ${added}.` } = change
  await testApp.database.query(
    `insert into documents (id, teacher_id, original_filename, file_type, size_bytes, status, score, word_count, character_count, written_in_class,
       is_sample, student_id, created_at) values ($1, $2, $3, 'txt', 10, 'COMPLETED', 0.1, $4, 2000, $5, $6, $7, now() + $8 * interval '1 second')`,
    [id, teacher_id, `earlier ${added}`, words, is_marked, is_sample, student_id, added],
  )
  await testApp.database.query('insert into document_texts (document_id, text) values ($1, $2)', [id, body])
  return id
}

const ornateSentences = [
  'Furthermore, contemporary institutional arrangements demonstrate considerable heterogeneity; consequently, comprehensive understanding necessitates investigation.',
  'Technological transformation fundamentally reconfigures established relationships, notwithstanding persistent structural constraints, particularly organisational ones.',
  'Interdisciplinary collaboration facilitates innovative methodological perspectives, thereby strengthening analytical frameworks (considerably).',
]
const ornateText = (start: number) =>
  Array.from({ length: 30 }, (_, nth) => ornateSentences[(start + nth) % ornateSentences.length]).join(' ')

test('says how many more texts written in class are needed', async () => {
  expect(await read()).toMatchObject({
    outcome: 'too-few',
    known: 0,
    needed: 3,
    distance: null,
    measures: [],
  })
  await add()
  expect(await read()).toMatchObject({ outcome: 'too-few', known: 1, needed: 2 })
})

test('finds no difference from three texts in the same style, and says how often it found none in texts by machines', async () => {
  for (let i = 0; i < 3; i += 1) await add()
  const { outcome, known, needed, measures, measured, measured_machine, history } = await read()
  expect({ outcome, known, needed }).toEqual({ outcome: 'no-difference', known: 3, needed: 0 })
  expect(measures.map(({ name }) => name)).toEqual([
    'sentence-words',
    'word-letters',
    'word-variety',
    'function-word-distance',
  ])
  expect(measured.n).toBeGreaterThan(1_000)
  expect(measured_machine.n - measured_machine.differing).toBeGreaterThan(100)
  expect(history.map(({ document_id }) => document_id)).toContain(text.id)
  expect(history.filter(({ written_in_class }) => written_in_class)).toHaveLength(3)
})

test('differs from three texts in a very different style', async () => {
  for (let i = 0; i < 3; i += 1) await add({ body: ornateText(i) })
  expect(await read()).toMatchObject({ outcome: 'differs', known: 3 })
})

test('ignores copies, short texts, samples, unmarked texts, and texts of other students or teachers', async () => {
  await add({ body: ownText })
  await add({ body: 'The same words again and again. '.repeat(80) })
  await add({ body: 'The same words again and again. '.repeat(80) })
  await add({ words: 200 })
  await add({ is_sample: true })
  await add({ is_marked: false })
  await add({ student_id: null })
  await add({ teacher_id: boId })
  expect(await read()).toMatchObject({ outcome: 'too-few', known: 1 })
  expect((await read()).history.map(({ filename }) => filename)).not.toContain(`earlier ${added}`)
})

test('compares a student who was assigned just now, and a document that came back, at once', async () => {
  for (let i = 0; i < 3; i += 1) await add()
  const restored = await add()
  expect(await read()).toMatchObject({ outcome: 'no-difference', known: 4 })
  await ana.call('DELETE', `/documents/${restored}`)
  expect(await read()).toMatchObject({ known: 3 })
  const { items } = (await ana.call('GET', '/bin')).body as { items: BinItem[] }
  const binned = items.find(({ name }) => name === `earlier ${added}`)
  await ana.call('POST', `/bin/${binned?.id}/restore`)
  expect(await read()).toMatchObject({ known: 4 })
  const { id: other } = (await ana.call('POST', '/students', { first_name: 'Bea', last_name: 'Lund' }))
    .body as Student
  for (let i = 0; i < 3; i += 1) await add({ student_id: other, body: ornateText(i) })
  await ana.call('PUT', `/documents/${text.id}/assign-student`, { student_id: other })
  try {
    expect(await read()).toMatchObject({ outcome: 'differs', known: 3 })
  } finally {
    await ana.call('PUT', `/documents/${text.id}/assign-student`, { student_id: student.id })
  }
})

test('forgets a text once it is deleted or its mark is removed', async () => {
  const [deleted, unmarked] = [await add(), await add()]
  await add()
  expect(await read()).toMatchObject({ known: 3 })
  await ana.call('DELETE', `/documents/${deleted}`)
  await ana.call('PUT', `/documents/${unmarked}/written-in-class`, { written_in_class: false })
  const { known, history } = await read()
  expect(known).toBe(1)
  expect(history.map(({ document_id }) => document_id)).not.toContain(deleted)
})

test('compares nothing where the document has no student', async () => {
  await testApp.database.query('update documents set student_id = null where id = $1', [text.id])
  try {
    expect(await read()).toMatchObject({ outcome: 'no-student', known: 0, history: [] })
  } finally {
    await testApp.database.query('update documents set student_id = $2 where id = $1', [text.id, student.id])
  }
})

test('answers 404 to another teacher', async () => {
  expect((await bo.call('GET', `/results/document/${text.id}/earlier-writing`)).status).toBe(404)
})

test('reads only the newest documents of a student who has thousands', async () => {
  await testApp.database.query(
    `with added as (
       insert into documents (id, teacher_id, original_filename, file_type, size_bytes, status, score, word_count, character_count, written_in_class,
         student_id, created_at)
       select gen_random_uuid(), $1, 'earlier ' || i, 'txt', 10, 'COMPLETED', 0.1, 400, i, true, $2, now() + i * interval '1 s'
       from generate_series(1, 3000) i returning id, character_count
     ) insert into document_texts (document_id, text) select id, $3 || character_count from added`,
    [text.teacher_id, student.id, `${prose(300)} `],
  )
  const { known, history } = await read()
  expect(known).toBe(8)
  expect(history).toHaveLength(historyLargest + 1)
  expect(history[0]).toMatchObject({ document_id: text.id })
})

/**
 * A database that deletes a document between the query that lists documents and the one that reads how their
 * texts are written, or the texts themselves.
 */
function deletingBefore(column: 'profile' | 'text', database: Database, id: string): Database {
  const runLate = (query: object): object =>
    new Proxy(query, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        const run = (input: unknown[]): unknown => Reflect.apply(value, target, input)
        return (...input: unknown[]) => {
          if (name === 'then')
            return database.query('delete from documents where id = $1', [id]).then(() => run(input))
          const result = run(input)
          return typeof result === 'object' && result !== null ? runLate(result) : result
        }
      },
    })
  const orm = new Proxy(database.orm, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function' || name !== 'select') return value
      return (fields: object) => {
        const query = Reflect.apply(value, target, [fields]) as object
        return column in fields ? runLate(query) : query
      }
    },
  })
  return { ...database, orm }
}

test('leaves out a text without words, and one that is deleted while the texts are read', async () => {
  await add({ body: '' })
  for (let i = 0; i < 3; i += 1) await add()
  const deleted = await add()
  expect(await read()).toMatchObject({ outcome: 'no-difference', known: 4 })
  const expectWithout = async (gone: string, column: 'profile' | 'text') => {
    const { outcome, known, history } = await compareWithEarlier(
      deletingBefore(column, testApp.database, gone),
      text,
    )
    expect({ outcome, known }).toEqual({ outcome: 'no-difference', known: 3 })
    expect(history.map(({ document_id }) => document_id)).not.toContain(gone)
  }
  await expectWithout(deleted, 'profile')
  await expectWithout(await add(), 'text')
})

describe('the PDF of the report', () => {
  const pdf = async (language: string) => {
    const { rawPayload } = await testApp.app.inject({
      url: `${apiBase}/results/document/${text.id}/pdf?appendix=true&language=${language}`,
      headers: await testApp.headers('ana'),
    })
    await expectAccessible(rawPayload)
    const { text: pages } = await extractText(await getDocumentProxy(new Uint8Array(rawPayload)), {
      mergePages: true,
    })
    return pages.replaceAll('\u200b', '').replaceAll(/\s+/g, ' ')
  }

  test('says the same as the page: the outcome with its harmless reasons, the measured rate with n, the measures and the texts', async () => {
    for (let i = 0; i < 3; i += 1) await add({ body: ornateText(i) })
    const { measured, measures } = await read()
    const printed = await pdf('en-GB')
    expect(printed).toContain(
      'Differs from earlier work: it is not written in the manner of the 3 texts marked as written in class by this student.',
    )
    expect(printed).toContain('A manner of writing changes for many harmless reasons')
    expect(printed).toContain('This is never a verdict and has no part in the score.')
    expect(printed).toContain(
      `of ${measured.n.toLocaleString('en-GB')} comparisons of a text with others by the same writer`,
    )
    expect(printed).toContain(`${measured.differing} wrongly came out as different`)
    expect(printed).toContain('Score of each text')
    expect(printed).toContain('range of the texts written in class')
    const [sentence] = measures
    expect(printed).toContain(
      `Words per sentence ${[sentence?.value, sentence?.low].map((value) => value?.toFixed(1)).join(' ')} to ${sentence?.high.toFixed(1)}`,
    )
    expect(printed).toMatch(/earlier \d+ · \d+ \w+ \d{4} · Written in class/)
    expect(await pdf('fr-FR')).toContain('Diffère des travaux antérieurs')
  })

  test('says what is missing instead of comparing', async () => {
    await add()
    const printed = await pdf('en-GB')
    expect(printed).toContain('this text needs 2 more texts written in class by this student')
    expect(printed).not.toMatch(/never a verdict|wrongly came out|Measures of style/)
  })

  test('leaves the part out where the document has no student', async () => {
    await testApp.database.query('update documents set student_id = null where id = $1', [text.id])
    try {
      expect(await pdf('en-GB')).not.toContain('Earlier writing of this student')
    } finally {
      await testApp.database.query('update documents set student_id = $2 where id = $1', [
        text.id,
        student.id,
      ])
    }
  })
})

describe('the writing of a student over time', () => {
  const ofStudent = (teacher = ana) => teacher.call('GET', `/students/${student.id}/writing`)
  const writing = async () => routes.readStudentWriting.reply.parse((await ofStudent()).body)

  test('lists the scored texts, oldest first, and says how many of them were written in class', async () => {
    await add()
    await add({ words: 200 })
    await add({ is_marked: false })
    const { known, needed, history } = await writing()
    expect({ known, needed }).toEqual({ known: 1, needed: 2 })
    expect(history.map(({ written_in_class }) => written_in_class)).toEqual([false, true, true, false])
    const days = history.map(({ created_at }) => created_at)
    expect(days).toEqual(days.toSorted())
    await add()
    await add()
    expect(await writing()).toMatchObject({ known: 3, needed: 0 })
  })

  test('is empty for a student without a scored text, and leaves out other students, other teachers and samples', async () => {
    const { id } = (await ana.call('POST', '/students', { first_name: 'Bea', last_name: 'Lund' }))
      .body as Student
    expect((await ana.call('GET', `/students/${id}/writing`)).body).toEqual({
      known: 0,
      needed: 3,
      history: [],
    })
    await add({ student_id: id })
    await add({ teacher_id: boId })
    await add({ is_sample: true })
    expect((await writing()).history.map(({ document_id }) => document_id)).toEqual([text.id])
  })

  test('answers 404 to another teacher and for no student', async () => {
    expect((await ofStudent(bo)).status).toBe(404)
    expect((await bo.call('GET', `/students/${student.id}/writing/csv`)).status).toBe(404)
    expect((await ana.call('GET', '/students/nobody/writing')).status).toBe(404)
  })

  test('is exported as CSV in the requested language, and no name runs as a formula', async () => {
    const id = await add()
    await testApp.database.query('update documents set original_filename = $2 where id = $1', [
      id,
      '=earlier',
    ])
    const { text: csv, headers } = await ana.call('GET', `/students/${student.id}/writing/csv`)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toContain('Ode%20Kim.csv')
    const [head, first, second, ...more] = csv.replace('\uFEFF', '').split('\r\n')
    expect(head).toBe(
      'Document name,Uploaded,Written in class,AI score (%),Words per sentence,Letters per word',
    )
    expect(first).toMatch(/^"[^"]+",\d{4}-\d\d-\d\d \d\d:\d\d,,\d+\.\d,\d+\.\d\d,\d\.\d\d$/)
    expect(second).toMatch(/^'=earlier,[^,]+,Yes,10\.0,/)
    expect(more).toEqual([''])
    const french = (
      await ana.call('GET', `/students/${student.id}/writing/csv?language=fr-FR&time_zone=Mars/Olympus`)
    ).text
    expect(french).toMatch(/Mots par phrase;Lettres par mot\r\n/)
    expect(french).toMatch(/;Oui;"?10,0"?;/)
    await testApp.database.query('delete from documents where id = $1', [id])
  })
})

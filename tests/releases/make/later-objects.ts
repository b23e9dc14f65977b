import type {
  CreatedWritingLinks,
  MadeStudentLink,
  OpenedWritingRoom,
  TeacherImportResult,
  WritingTask,
} from '@penmark/contract'
import { prose } from '../../../apps/server/src/testing/text.ts'
import { Typist } from '../../../apps/server/src/testing/writing-room.ts'
import type { Made } from './first-objects.ts'
import type { Person } from './person.ts'

interface WithId {
  id: string
}

/** Sends a form of the student's page, which needs no account. */
async function sendForm(
  url: string,
  fields: Record<string, string>,
  file?: { name: string; content: string },
): Promise<string> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  if (file) form.append('files', new Blob([file.content]), file.name)
  const answer = await fetch(url, { method: 'POST', body: form })
  if (!answer.ok) throw new Error(`The form was answered ${answer.status}: ${fields.action}`)
  return answer.text()
}

/** Three cases: just opened, answered with a file, and decided, appealed and ended. */
async function makeCases({ administrator, teacher, student_id }: Made): Promise<void> {
  await administrator.send('PUT', '/admin/case-policy', {
    may_refer_unheard: true,
    retention_days: 3_650,
    appeal_days: 21,
  })
  await administrator.send('POST', '/admin/appeal-reviewers', { email: administrator.email })
  const open = async (nth: number) => {
    const { id } = await teacher.send<WithId>('POST', '/documents/text', {
      text: `${prose(200 + nth)} Case ${nth}.`,
      student_id,
    })
    await teacher.until<{ status: string }>(`/documents/${id}`, ({ status }) => status === 'COMPLETED')
    return (await teacher.send<WithId>('POST', '/cases', { document_id: id })).id
  }
  await open(1)
  const linked = async (nth: number) => {
    const id = await open(nth)
    await teacher.send('PUT', `/cases/${id}`, { notes: 'Be kind.', due_on: '2099-01-15' })
    await teacher.send('POST', `/cases/${id}/steps`, { kind: 'asked', text: 'How did you begin?' })
    const made = await teacher.send<MadeStudentLink>('POST', `/cases/${id}/student-page/links`, {
      language: 'en-GB',
      days: 30,
    })
    await sendForm(made.url, { action: 'open' })
    return { id, url: made.url }
  }
  const answered = await linked(2)
  await sendForm(
    answered.url,
    { action: 'save', text: 'I began with the ending.' },
    { name: 'plan.txt', content: 'Ending. Middle. Beginning.' },
  )
  await sendForm(answered.url, { action: 'hand-in' })

  const appealed = await linked(3)
  await administrator.send('PUT', '/admin/case-policy', {
    may_refer_unheard: true,
    retention_days: null,
    appeal_days: 14,
  })
  const decision = { outcome: 'referred', reason: 'The drafts do not fit.', unheard_reason: 'Was away.' }
  await teacher.send('POST', `/cases/${appealed.id}/decisions`, decision)
  const review = await sendForm(appealed.url, { action: 'appeal-review', text: 'I wrote it myself.' })
  const decisionOn = /name="decision" value="(\d+)"/.exec(review)?.[1] ?? ''
  await sendForm(appealed.url, { action: 'appeal-hand-in', decision: decisionOn })
  const [appeal] = await administrator.until<WithId[]>('/appeals', (appeals) => appeals.length > 0)
  await administrator.send('POST', `/appeals/${appeal?.id}/end`, {
    outcome: 'cleared',
    reason: 'I read both drafts.',
  })
}

/** A task with one student who has handed in and one who has not begun. */
async function makeWriting(origin: string, { teacher, class_group_id, student_id }: Made): Promise<void> {
  const task = await teacher.send<WritingTask>('POST', '/writing-tasks', {
    class_group_id,
    title: 'How the harbour changed our town',
    instructions: 'Write about one change.',
    sources: 'The map in the hall.',
    due_at: '2099-01-15T12:00:00Z',
    words_min: 5,
    words_max: 500,
    pin: '2468',
  })
  const { links } = await teacher.send<CreatedWritingLinks>('POST', `/writing-tasks/${task.id}/links`, {})
  const token = new URL(links.find((link) => link.student_id === student_id)?.url ?? '').hash.slice(1)
  const call = async <T>(path: string, body: object): Promise<T> => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${origin}/api/v1/writing-room/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as T
  }
  const opened = await call<OpenedWritingRoom>('open', { token, pin: '2468' })
  if (opened.state !== 'open') throw new Error('The link asked for its PIN again.')
  const { session } = opened
  await call('accept', { session })
  const entries = new Typist().type(
    'The harbour silted up, and the town turned to the hills. It was slow.',
    1,
  )
  const { version } = await call<{ version: number }>('batch', { session, version: 0, entries })
  await call('hand-in', { session, version })
}

/** Texts that the student wrote in class, and what reports compare with them. */
async function makeEarlierWriting({
  administrator,
  teacher,
  class_group_id,
  student_id,
}: Made): Promise<void> {
  for (const nth of [1, 2, 3]) {
    const text = `${prose(300 + 7 * nth)} In class, ${nth}.`
    const { id } = await teacher.send<WithId>('POST', '/documents/text', { text, student_id, class_group_id })
    await teacher.until<{ status: string }>(`/documents/${id}`, ({ status }) => status === 'COMPLETED')
    await teacher.send('PUT', `/documents/${id}/written-in-class`, { written_in_class: true })
  }
  await administrator.send('PUT', '/admin/baseline', { is_shared: true })
}

async function importTeachers(administrator: Person): Promise<void> {
  const file = Buffer.from('email,first_name,last_name\ndora.lind@school.example,Dora,Lind\n').toString(
    'base64',
  )
  const { fingerprint } = await administrator.send<TeacherImportResult>('POST', '/admin/teacher-imports', {
    file,
  })
  await administrator.send('POST', '/admin/teacher-imports', { file, fingerprint })
}

/** One of each kind of object that the bin knows; students, classes and documents are in it already. */
async function fillBin({ teacher, class_group_id, student_id }: Made): Promise<void> {
  const { id } = await teacher.send<WithId>('POST', '/documents/text', { text: prose(260), student_id })
  await teacher.until<{ status: string }>(`/documents/${id}`, ({ status }) => status === 'COMPLETED')
  const opened = await teacher.send<WithId>('POST', '/cases', { document_id: id })
  await teacher.send('DELETE', `/cases/${opened.id}`)
  const task = await teacher.send<WithId>('POST', '/writing-tasks', { class_group_id, title: 'Taken back' })
  await teacher.send('DELETE', `/writing-tasks/${task.id}`)
}

/** A document that waits for words, of somebody who uploads nothing else. */
async function makeWaitingDocument({ administrator }: Made): Promise<void> {
  const { kinde_id, words_used_current_cycle } = await administrator.get<{
    kinde_id: string
    words_used_current_cycle: number
  }>('/teachers/me')
  await administrator.send('PUT', `/admin/teachers/${encodeURIComponent(kinde_id)}/usage-limits`, {
    custom_word_limit_override: words_used_current_cycle + 10,
    words_used_current_cycle,
  })
  const { id } = await administrator.send<WithId>('POST', '/documents/text', { text: prose(240) })
  await administrator.until<{ status: string }>(
    `/documents/${id}`,
    ({ status }) => status === 'LIMIT_EXCEEDED',
  )
}

/** Every kind of object that came after 0.1.0. */
export async function makeLaterObjects(origin: string, made: Made): Promise<void> {
  const { administrator, teacher, class_group_id } = made
  await makeCases(made)
  await makeWriting(origin, made)
  await makeEarlierWriting(made)
  await fillBin(made)
  const { id } = await teacher.send<WithId>('POST', '/overlap/comparisons', {
    class_group_id,
    assignment_text: 'Write about the harbour.',
  })
  await teacher.until<{ state: string }>(`/overlap/comparisons/${id}`, ({ state }) => state === 'ready')
  await importTeachers(administrator)
  await administrator.send('PUT', '/admin/backups/schedule', { frequency: 'weekly', hour: 3, keep: 4 })
  await teacher.send('POST', '/samples', {})
  await makeWaitingDocument(made)
}

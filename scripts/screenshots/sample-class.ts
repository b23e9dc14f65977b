import type { CreatedWritingLinks, WritingTask, WritingTaskView } from '@penmark/contract'
import type { Page } from 'playwright'
import { type Caller, waitUntilCompleted } from '../../tests/e2e/steps/calls.ts'
import { allSaved, beginWriting, pasteFromElsewhere } from '../../tests/e2e/steps/writing.ts'
import { submissions } from './submissions.ts'

/** What the pictures of the public pages show. */
export interface SampleClass {
  class_group_id: string
  /** The document that reads like a machine's, and its case with a page for the student. */
  document_id: string
  case_id: string
  /** A text that was written in the writing room. */
  submission_id: string
}

const students = [
  ['Amelia', 'Clarke'],
  ['Noah', 'Bennett'],
  ['Zara', 'Hussain'],
  ['Theo', 'Marsh'],
  ['Ida', 'Berg'],
  ['Freya', 'Lindqvist'],
  ['Leo', 'Okafor'],
  ['Maisie', 'Grant'],
  ['Yusuf', 'Demir'],
] as const

const [own = '', machine = '', mixed = '', bus = '', homework = '', river = '', bridge = ''] =
  submissions.map(({ text }) => text)
/** Freya hands in half of what Amelia wrote. */
const shared = own.split('\n\n').slice(0, 2).join('\n\n')
const copied = `I went to look at the gardens behind our street, because we were told to write about a place.\n\n${shared}`
const essays = [
  { title: 'The allotment', text: own },
  { title: 'School uniforms', text: machine },
  { title: 'Our canal', text: mixed },
  { title: 'The 62 bus', text: bus },
  null,
  { title: 'Gardens', text: copied },
  { title: 'Homework in Year 7', text: homework },
  { title: 'The river', text: river },
  { title: 'Our bridge', text: bridge },
]

const written = `The harbour was the reason my mother's family came here. Her grandfather mended nets, and later he mended the nets of people who had bought bigger boats, and later still he sold ice creams to the people who came to look at the boats.`
const quoted = `In 1974 the port employed four hundred people. By 1990 it employed eleven.`
const after = ` I found that in the museum, on a card next to a photograph of him, and nobody at home knew that there was a photograph.`
/** A person's pace, roughly. */
const msPerKey = 55

export async function createSampleClass(page: Page, caller: Caller, origin: string): Promise<SampleClass> {
  const created = async <T>(path: string, body: object): Promise<T> => {
    const response = await caller.post(path, body)
    if (!response.ok) throw new Error(`POST ${path} answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as T
  }
  const { id: class_group_id } = await created<{ id: string }>('/class-groups', { class_name: '10B' })
  const documents: string[] = []
  for (const [nth, [first_name, last_name]] of students.entries()) {
    const { id: student_id } = await created<{ id: string }>('/students', { first_name, last_name })
    await caller.post(`/class-groups/${class_group_id}/students/${student_id}`, {})
    const essay = essays[nth]
    if (!essay) continue
    documents.push(
      (await created<{ id: string }>('/documents/text', { ...essay, student_id, class_group_id })).id,
    )
  }
  for (const id of documents) await waitUntilCompleted(caller, id)
  const [, noah = ''] = documents

  const { id: case_id } = await created<{ id: string }>('/cases', { document_id: noah })
  await created(`/cases/${case_id}/steps`, {
    kind: 'asked',
    text: 'How did you begin, and what did you change?',
  })
  return { class_group_id, document_id: noah, case_id, submission_id: await writeInRoom() }

  /** Ida writes in the writing room, key by key, and pastes one sentence. */
  async function writeInRoom(): Promise<string> {
    const task = await created<WritingTask>('/writing-tasks', {
      class_group_id,
      title: 'How the harbour changed our town',
    })
    const { links } = await created<CreatedWritingLinks>(`/writing-tasks/${task.id}/links`, {})
    const link = links.find(({ student_name }) => student_name.startsWith('Ida'))?.url
    if (link === undefined) throw new Error('Ida was given no link.')
    const { student } = await beginWriting(page, { link, origin })
    await student.keyboard.type(written, { delay: msPerKey })
    await student.keyboard.press('Enter')
    await pasteFromElsewhere(student, quoted)
    await student.keyboard.type(after, { delay: msPerKey })
    await allSaved(student)
    await student.getByRole('button', { name: 'Hand in', exact: true }).click()
    await student.getByRole('button', { name: 'Hand in now' }).click()
    await student.getByText(/^Handed in on/).waitFor()
    await student.context().close()
    const view = await caller.get<WritingTaskView>(`/writing-tasks/${task.id}`)
    const submission = view.students.find(({ document_id }) => document_id !== null)
    if (!submission?.id || !submission.document_id) throw new Error('The text was not handed in.')
    await waitUntilCompleted(caller, submission.document_id)
    return submission.id
  }
}

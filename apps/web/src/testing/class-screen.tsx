import type { Document, Student } from '@penmark/contract'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { type Answer, fakeApi } from './api.ts'
import { aClassGroup, aDocument, aStudent, aTeacher } from './samples.ts'
import { openScreen } from './screen.tsx'

export const ben = aStudent({
  id: 'ben',
  email: 'ben@school.example',
  external_student_id: 'X-7',
  class_group_ids: ['c1'],
})
export const mia = aStudent({ id: 'mia', first_name: 'Mia', last_name: 'Abara', class_group_ids: ['c1'] })
const members: Student[] = [ben, mia]

const assignedToBen = {
  student_id: 'ben',
  class_group_id: 'c1',
  student_details: { first_name: 'Ben', last_name: 'Ofori', year_group: null },
  class_details: { class_name: 'Year 10 English', academic_year: '2026/27' },
} satisfies Partial<Document>

/** Two of Ben's, completed and failed, then one unassigned and one of an unknown student. */
export const classDocuments = (): Document[] => [
  aDocument({
    id: 'd1',
    original_filename: 'Macbeth.docx',
    ai_score: 0.824,
    ...assignedToBen,
    upload_timestamp: '2026-11-21T10:00:00.000Z',
  }),
  aDocument({
    id: 'd2',
    original_filename: 'scan.pdf',
    status: 'ERROR',
    ...assignedToBen,
    upload_timestamp: '2026-11-20T10:00:00.000Z',
  }),
  aDocument({
    id: 'd3',
    original_filename: 'poem.txt',
    ai_score: 0.1,
    class_group_id: 'c1',
    upload_timestamp: '2026-11-19T10:00:00.000Z',
  }),
  aDocument({
    id: 'd4',
    original_filename: 'big.txt',
    status: 'LIMIT_EXCEEDED',
    class_group_id: 'c1',
    student_id: 'gone',
    upload_timestamp: '2026-11-18T10:00:00.000Z',
  }),
]

/**
 * Opens a screen of the class c1 with two students and four documents; `elsewhere` is rendered at every other
 * URL.
 */
export async function openClassScreen(
  path: string,
  element: ReactNode,
  at: string,
  answers: Record<string, Answer> = {},
  elsewhere: ReactNode = null,
) {
  const api = fakeApi({
    'GET /class-groups/c1': () => aClassGroup({ academic_year: '2026/27', student_ids: ['ben', 'mia'] }),
    'GET /students': () => members,
    'GET /students/ben': () => ben,
    'GET /students/ben/writing': () => ({ known: 0, needed: 3, history: [] }),
    'GET /documents': classDocuments,
    'GET /teachers/me': () => aTeacher(),
    ...answers,
  })
  const opened = await openScreen({
    routes: [
      { path, element },
      { path: '*', element: elsewhere },
    ],
    at,
  })
  return { ...api, ...opened }
}

/** The server's answer to a ZIP of two files. */
export const aBatch: Answer = () => ({
  batch_id: 'b1',
  total_files: 2,
  status: 'QUEUED',
  document_ids: ['z1', 'z2'],
  documents: ['z1', 'z2'].map((id) => ({ id, original_filename: `${id}.txt` })),
  skipped: [],
})

/** Chooses files in the page's only file picker. */
export async function chooseFiles(
  choose: (input: HTMLElement, files: File[]) => Promise<void>,
  ...names: string[]
): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('The page has no file input')
  await choose(
    input,
    names.map((name) => new File(['words'], name)),
  )
}

/** Records what a page offers as a download. */
export function recordDownloads(): { names: string[] } {
  const names: string[] = []
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:download')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(this.download)
  })
  return { names }
}

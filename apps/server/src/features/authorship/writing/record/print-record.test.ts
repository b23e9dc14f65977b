import type { Student, WritingBatchReply, WritingSubmissionView } from '@penmark/contract'
import { apiBase } from '@penmark/contract'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../../../../testing/accessible-pdf.ts'
import { startTestApp, type TestApp, type TestTeacher } from '../../../../testing/test-app.ts'
import { prose } from '../../../../testing/text.ts'
import { callRoom, enterRoom, Typist } from '../../../../testing/writing-room.ts'

let testApp: TestApp
let ana: TestTeacher
beforeAll(async () => {
  testApp = await startTestApp()
  ana = await testApp.teacher('ana')
})
afterAll(() => testApp.close())

/** The document of a text that was typed, but for 18 pasted words. */
async function handIn(everyMs?: number): Promise<string> {
  const student = (await ana.call('POST', '/students', { first_name: 'Ida', last_name: 'Berg' }))
    .body as Student
  const { session, submission_id } = await enterRoom(testApp, student)
  const typist = new Typist()
  // The clock of the device is three days slow.
  typist.at -= 3 * 24 * 3_600_000
  if (everyMs !== undefined) typist.everyMs = everyMs
  const quotation = Array.from({ length: 18 }, (_, nth) => `lantern${nth}`).join(' ')
  const typed = `${prose(60)} `
  const entries = [...typist.type(typed, 1), typist.insert(quotation, typed.length + 1, 'paste')]
  const { body } = await callRoom(testApp.app, 'batch', { session, version: 0, entries })
  await callRoom(testApp.app, 'handIn', { session, version: (body as WritingBatchReply).version })
  const { submission } = (await ana.call('GET', `/writing-submissions/${submission_id}`))
    .body as WritingSubmissionView
  return (await ana.finished(submission.document_id ?? '')).id
}

async function pdfOf(id: string, language: string): Promise<string> {
  const response = await testApp.app.inject({
    url: `${apiBase}/results/document/${id}/pdf?appendix=true&language=${language}`,
    headers: await testApp.headers('ana'),
  })
  await expectAccessible(response.rawPayload)
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(response.rawPayload)), {
    mergePages: true,
  })
  return text.replaceAll('\u200b', '').replaceAll(/\s+/g, ' ')
}

test('the PDF of a report says how a text from a writing task came to be', async () => {
  const id = await handIn()
  const { hash } = (await ana.call('GET', `/documents/${id}/writing`)).body as WritingSubmissionView
  const english = await pdfOf(id, 'en-GB')
  expect(english).toContain('How this text came to be')
  expect(english).toMatch(/78 words in 1 session, \d+ minutes?; \d+% typed; 1 paste \(18 words\)/)
  expect(english).toContain('Length of the text over the time of writing')
  expect(english).toContain('The stored record is unchanged, but not all of it arrived when it is dated.')
  expect(english).toContain('before the student opened the task')
  expect(english.replaceAll(' ', '')).toContain(String(hash))
  expect(english).toContain('A program can imitate typing.')
  expect(await pdfOf(id, 'fr-FR')).toContain('78 mots en 1 séance')
})

test('the PDF of any other text does not mention a record', async () => {
  const sent = await ana.call('POST', '/documents/text', { text: prose(80) })
  const { id } = await ana.finished((sent.body as { id: string }).id)
  expect(await pdfOf(id, 'en-GB')).not.toContain('How this text came to be')
})

test('the PDF says that a stretch came faster than anybody types, in the row of evidence and beside the record', async () => {
  const id = await handIn(5)
  const english = await pdfOf(id, 'en-GB')
  expect(english.match(/\d+ characters within 2 seconds; nobody types so fast\./g)).toHaveLength(2)
  expect(english).toContain('A program or a paste can, and so can software for dictation or for shortcuts.')
  expect(await pdfOf(id, 'fr-FR')).toMatch(/caractères en 2 secondes au plus : personne ne tape aussi vite/)
  expect(await pdfOf(await handIn(), 'en-GB')).not.toContain('nobody types so fast')
})

import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { journeys } from '../../journey.ts'
import { registerTeacher } from '../../steps/account.ts'
import { callerOf } from '../../steps/calls.ts'
import { rowWith } from '../../steps/documents.ts'
import { essay, fixture } from '../../steps/texts.ts'

// More is submitted than a free plan allows.
const journey = journeys({ PLAN_LIMITS: 'off' })

interface Row {
  id: string
  status: string
  score: number | null
  finding: string | null
  file_type: string
}

journey(
  'after the process is killed twice in the middle of its work, nothing acknowledged is lost and every job completes',
  async ({ page, product }) => {
    await registerTeacher(page, product.origin)
    const caller = await callerOf(page, product.origin)
    const acknowledge = async (answer: Promise<Response>): Promise<string> => {
      const response = await answer
      expect(response.status).toBe(201)
      return ((await response.json()) as Row).id
    }
    const submitText = (nth: number) =>
      acknowledge(caller.post('/documents/text', { text: `${essay}\n\nThis is copy number ${nth}.` }))
    // A PDF takes long enough to be caught in progress.
    const submitPdf = async () => {
      const form = new FormData()
      form.append(
        'file',
        new Blob([await readFile(fixture('office-essay.pdf'))], { type: 'application/pdf' }),
        'essay.pdf',
      )
      return acknowledge(caller.send('/documents/upload', form))
    }
    const statuses = async () => (await caller.get<Row[]>('/documents')).map(({ status }) => status)
    const acknowledged: string[] = []
    const submit = (document: Promise<string>) =>
      document.then(
        (id) => void acknowledged.push(id),
        () => undefined,
      )
    // The page polls while the server is down.
    await page.goto('about:blank')

    for (const round of [1, 2]) {
      const submitted = [
        submitPdf(),
        ...[0, 1, 2, 3].map((nth) => submitText(round * 10 + nth)),
        submitPdf(),
      ].map(submit)
      // A kill between two jobs would prove nothing: where all were done before anybody looked, there is more
      // to do.
      for (let seen = await statuses(); !seen.includes('PROCESSING'); seen = await statuses())
        if (seen.length > 0 && seen.every((status) => status === 'COMPLETED'))
          submitted.push(submit(submitPdf()))
      await product.kill()
      await Promise.all(submitted)
      await product.start()
    }
    expect(acknowledged.length).toBeGreaterThan(0)

    const unfinished = async () => (await statuses()).filter((status) => status !== 'COMPLETED')
    await expect.poll(unfinished, { timeout: 120_000, interval: 250 }).toEqual([])
    const rows = await caller.get<Row[]>('/documents')
    expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged))
    expect(rows.filter(({ finding }) => finding === null)).toEqual([])
    // The PDF tells what happened to its writer, and imaginative writing gets no score.
    expect(rows.filter(({ file_type, score }) => file_type !== 'pdf' && score === null)).toEqual([])

    await page.goto(`${product.origin}/documents`)
    await rowWith(page, /./, 'Completed')
  },
)

journey('a clean stop exits with code 0, and the next start finds everything', async ({ page, product }) => {
  await registerTeacher(page, product.origin)
  const caller = await callerOf(page, product.origin)
  expect((await caller.post('/documents/text', { text: essay })).status).toBe(201)
  await page.goto('about:blank')
  expect(await product.stop()).toBe(0)
  await product.start()
  await expect
    .poll(async () => (await caller.get<Row[]>('/documents')).map(({ status }) => status), {
      timeout: 120_000,
    })
    .toEqual(['COMPLETED'])
})

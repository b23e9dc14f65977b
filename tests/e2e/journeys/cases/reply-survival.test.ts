import type { Page } from 'playwright'
import { expect } from 'vitest'
import { journeys } from '../../journey.ts'
import { registerWithLinkedCase } from '../../steps/cases.ts'

const journey = journeys()
const notes = 'First the arguments, then the examples.'

interface Reply {
  text: string
  files: {
    id: string
    filename: string
    size_bytes: number
    check: { state: string; words: number | null }
  }[]
}

/** What the student's browser sends. A server that is killed meanwhile answers nothing. */
async function send(
  link: string,
  fields: Record<string, string>,
  files: Record<string, string> = {},
): Promise<number | null> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const [name, content] of Object.entries(files)) form.append('files', new Blob([content]), name)
  return fetch(link, { method: 'POST', body: form, redirect: 'manual' }).then(
    ({ status }) => status,
    () => null,
  )
}

/** A case whose student opened the page. */
async function openedCase(page: Page, origin: string) {
  const { caller, id, link } = await registerWithLinkedCase(page, origin)
  expect(await send(link, { action: 'open' })).toBe(303)
  // The page of the teacher would poll while the server is down.
  await page.goto('about:blank')
  return {
    id,
    link,
    replies: async () => (await caller.get<{ replies: Reply[] }>(`/cases/${id}/student-page`)).replies,
  }
}

journey(
  'an acknowledged reply survives a kill -9, and its files are read afterwards',
  async ({ page, product }) => {
    const { origin } = product
    const { id, link, replies } = await openedCase(page, origin)
    expect(await send(link, { text: 'I wrote it at home.', action: 'save' }, { 'notes.txt': notes })).toBe(
      303,
    )
    expect(await send(link, { action: 'hand-in' })).toBe(303)
    await product.kill()
    await product.start()

    const states = async () =>
      (await replies()).flatMap(({ files }) => files.map(({ check }) => [check.state, check.words]))
    await expect.poll(states, { timeout: 120_000 }).toEqual([['read', 6]])
    expect(await replies()).toMatchObject([
      {
        text: 'I wrote it at home.',
        files: [{ filename: 'notes.txt', size_bytes: Buffer.byteLength(notes) }],
      },
    ])
    await page.goto(`${origin}/cases/${id}`)
    const happened = page.getByRole('region', { name: 'What happened' })
    // The timeline leads to the reply and does not repeat it.
    await happened.getByRole('link', { name: 'Read it' }).first().waitFor()
    await page.getByText('I wrote it at home.').first().waitFor()
    expect(await happened.getByText('Student’s answer').count()).toBe(1)
    await page.getByRole('button', { name: 'Download notes.txt' }).waitFor()
  },
)

journey(
  'a reply interrupted by a kill -9 can be sent again, and is stored once',
  async ({ page, product }) => {
    const { origin } = product
    const { link, replies } = await openedCase(page, origin)
    const form = [
      { text: 'I wrote it at home.', action: 'save' },
      { 'notes.txt': notes, 'plan.txt': `${notes} Again.` },
    ] as const
    const steps = [() => send(link, ...form), () => send(link, { action: 'hand-in' })]
    for (const step of steps) {
      const cutOff = step()
      await product.kill()
      await cutOff
      await product.start()
      // Whether it was stored or not, the student sends it again. What was handed in already takes nothing
      // more, and says so.
      expect([303, 409]).toContain(await step())
    }
    expect(await replies()).toMatchObject([
      { text: 'I wrote it at home.', files: [{ filename: 'notes.txt' }, { filename: 'plan.txt' }] },
    ])
    expect(await replies()).toHaveLength(1)
  },
)

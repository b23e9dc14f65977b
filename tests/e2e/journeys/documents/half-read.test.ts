import { expect } from 'vitest'
import { sampleTexts } from '../../../../apps/server/src/features/documents/samples/samples.ts'
import type { Document, Overview } from '../../../../packages/contract/src/index.ts'
import { journeys } from '../../journey.ts'
import { registerTeacher } from '../../steps/account.ts'
import { callerOf } from '../../steps/calls.ts'
import { figuresOn } from '../../steps/figures.ts'
import { essay } from '../../steps/texts.ts'

// One text at a time, and words without end, so that the class stays half-read while its pages are opened.
const journey = journeys({ WORKER_JOBS: '1', PLAN_LIMITS: 'off' })

const texts = 24
const words = essay.split(/\s+/)

/** Long, and without a passage in common with the others. */
const longText = (nth: number) =>
  Array.from({ length: 2_500 }, (_, i) => words[(i * (7 + nth * 2) + nth * 31) % words.length]).join(' ')

journey('a class that is half-read is told by the same figures everywhere', async ({ page, product }) => {
  await registerTeacher(page, product.origin)
  const caller = await callerOf(page, product.origin)
  const group = (await (await caller.post('/class-groups', { class_name: '10B' })).json()) as { id: string }
  const submit = async (title: string, text: string) => {
    const fields = { title, text, class_group_id: group.id }
    return ((await (await caller.post('/documents/text', fields)).json()) as Document).id
  }
  await submit('Found', sampleTexts.ai)
  for (let nth = 1; nth < texts; nth++) await submit(`Essay ${nth}`, longText(nth))
  const figuresNow = async () => ({ ...(await caller.get<Overview>('/overview')).figures })
  await expect.poll(async () => (await figuresNow()).needs_you, { timeout: 120_000 }).toBe(1)

  for (const path of ['/dashboard', `/classes/view/${group.id}`, '/documents', '/analytics']) {
    const before = await figuresNow()
    const told = await figuresOn(page, product.origin + path)
    const sentence = await page.locator('main').innerText()
    const after = await figuresNow()
    expect(before.waiting + before.reading, `texts to read at ${path}`).toBeGreaterThan(0)
    expect(Object.keys(told).length, path).toBeGreaterThan(0)
    const between = { ...before, in_progress: before.waiting + before.reading }
    const later = { ...after, in_progress: after.waiting + after.reading }
    for (const [name, value] of Object.entries(told)) {
      if (name === 'flagged_recent') continue
      expect(Object.keys(between), path).toContain(name)
      const [from = 0, to = 0] = [between, later].map(
        (each) => (each as Record<string, number>)[name] ?? value,
      )
      expect(value, `${name} at ${path}`).toBeGreaterThanOrEqual(Math.min(from, to))
      expect(value, `${name} at ${path}`).toBeLessThanOrEqual(Math.max(from, to))
    }
    // While texts are unread, nothing is said of all of them.
    expect(sentence, path).not.toMatch(/no text needs|done for tonight/i)
  }
})

import type { Page } from 'playwright'
import { expect } from 'vitest'
import { expectAccessible } from '../../browser/accessibility.ts'
import { journeys, narrow } from '../../journey.ts'
import { registerTeacher } from '../../steps/account.ts'
import { type Caller, callerOf, waitUntilCompleted } from '../../steps/calls.ts'
import { anotherBrowser } from '../../steps/cases.ts'
import { waitForMail } from '../../steps/outbox.ts'
import { essay } from '../../steps/texts.ts'

const journey = journeys()
const wide = { width: 1440, height: 900 }
const [first = '', second = '', third = ''] = essay.split('\n\n')

async function expectAccessibleAtBothWidths(page: Page): Promise<void> {
  for (const viewport of [narrow, wide]) {
    await page.setViewportSize(viewport)
    await expectAccessible(page)
  }
}

/** Submits a text and waits until it is compared. */
async function submit(caller: Caller, text: string, title: string): Promise<string> {
  const { id } = (await (await caller.post('/documents/text', { text, title })).json()) as { id: string }
  await waitUntilCompleted(caller, id)
  const state = async () => (await caller.get<{ state: string }>(`/overlap/documents/${id}/earlier`)).state
  await expect.poll(state, { timeout: 60_000 }).toBe('ready')
  return id
}

journey(
  'a teacher asks a colleague to compare two texts, and reads the shared passages once they agree',
  async ({ page, product }) => {
    const { origin } = product
    // The first account is the administrator.
    await registerTeacher(page, origin)
    const caller = await callerOf(page, origin)
    const { page: other, watch } = await anotherBrowser(page, origin, { viewport: wide })
    const { email } = await registerTeacher(other, origin)
    const colleague = await callerOf(other, origin)
    await colleague.put('/teachers/me', {
      ...(await colleague.get<object>('/teachers/me')),
      first_name: 'Bo',
      last_name: 'Dahl',
    })
    await submit(colleague, `${second}\n\n${first}`, 'A title that nobody else sees')
    const id = await submit(caller, `${third}\n\n${second}`, 'Ida')

    await page.goto(`${origin}/admin/cases`)
    const box = page.getByRole('checkbox', { name: 'Compare texts across the teachers of this school' })
    await box.click()
    await expect.poll(() => box.isChecked()).toBe(true)
    await expectAccessibleAtBothWidths(page)
    const found = async () =>
      (await caller.get<{ school: { documents: number } | null }>(`/overlap/documents/${id}/earlier`)).school
        ?.documents
    await expect.poll(found, { timeout: 60_000 }).toBe(1)

    await page.goto(`${origin}/documents/${id}/report`)
    await page.getByText(/^About \d+ words also stand in another teacher’s document\./).waitFor()
    await page.getByText(/^About \d+ words also stand in a document handed in to Bo Dahl on /).waitFor()
    await expectAccessibleAtBothWidths(page)
    await page.getByRole('button', { name: 'Ask Bo Dahl to compare' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Ask to compare' }).click()
    await page.getByRole('link', { name: 'You asked Bo Dahl, who has not answered yet' }).waitFor()
    expect(await page.content()).not.toContain('A title that nobody else sees')

    const mail = await waitForMail(product.dataDir, 'Amara Osei has received a text')
    expect(mail).toContain(`To: ${email}`)
    await other.goto(`${origin}/dashboard`)
    await other.getByText('Amara Osei asks to compare two texts that share passages.').waitFor()
    await expectAccessibleAtBothWidths(other)
    await other.getByRole('link', { name: 'Read the request' }).click()
    const own = other.getByRole('figure', { name: 'In your student’s text' })
    await own.waitFor()
    expect(await other.getByRole('figure').count()).toBe(1)
    await expectAccessibleAtBothWidths(other)
    await other.getByRole('button', { name: 'Let both of us read them' }).click()
    await other.getByRole('figure', { name: 'In the text handed in to Amara Osei' }).waitFor()
    await expectAccessibleAtBothWidths(other)

    await page.goto(`${origin}/dashboard`)
    await page.getByText('Bo Dahl agreed to compare two texts.').waitFor()
    await page.getByRole('link', { name: 'Read the passages' }).click()
    const theirs = page.getByRole('figure', { name: 'In the text handed in to Bo Dahl' })
    await theirs.waitFor()
    expect(await theirs.textContent()).toContain(second.slice(0, 60))
    expect(await page.content()).not.toContain(first.slice(0, 60))
    await expectAccessibleAtBothWidths(page)

    await other.getByRole('button', { name: 'Withdraw my consent' }).click()
    await other.getByText('You withdrew your consent for Amara Osei').waitFor()
    await page.reload()
    await page.getByText('Bo Dahl withdrew the consent').waitFor()
    expect(await page.getByRole('figure').count()).toBe(0)
    await other.goto(`${origin}/comparison-requests`)
    await other.getByRole('link', { name: 'You withdrew your consent for Amara Osei' }).waitFor()
    await expectAccessibleAtBothWidths(other)
    expect(watch.problems()).toEqual([])
  },
)

import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { expectAccessible } from '../../browser/accessibility.ts'
import { narrow, sharedJourneys } from '../../journey.ts'
import { registerTeacher, signOut } from '../../steps/account.ts'
import { type Caller, callerOf } from '../../steps/calls.ts'

const journey = sharedJourneys()

async function createClass(caller: Caller): Promise<void> {
  const create = async (path: string, fields: object) =>
    (await (await caller.post(path, fields)).json()) as { id: string }
  const { id } = await create('/class-groups', { class_name: 'Year 10' })
  for (const [first_name, last_name] of [
    ['Ida', 'Berg'],
    ['Jon', 'Abel'],
  ]) {
    const { id: student } = await create('/students', { first_name, last_name })
    await caller.post(`/class-groups/${id}/students/${student}`, {})
  }
}

async function setTask(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Writing', exact: true }).click()
  await page.getByText('An honest student can then show how a text grew').waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Set a writing task' }).click()
  await page.getByLabel('Class', { exact: false }).first().selectOption({ label: 'Year 10' })
  await page.getByRole('textbox', { name: 'Title' }).fill('The bridge')
  await page.getByLabel('Instructions').fill('Describe a bridge that you know.')
  await page.getByLabel('Date').fill('2099-01-15')
  await page.getByLabel('At least (words)').fill('200')
  await page.getByRole('radio', { name: 'Not allowed' }).check()
  await page.getByLabel('PIN for the class').fill('2468')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Set the task' }).click()
  await page.getByRole('heading', { name: 'The bridge' }).waitFor()
}

journey(
  'a teacher sets a writing task and gives every student a private link, which nobody else sees',
  async ({ page, product, watch }) => {
    watch.expect(/404.*\/api\/v1\/writing-tasks/)
    await registerTeacher(page, product.origin)
    await createClass(await callerOf(page, product.origin))
    await setTask(page)
    await page.getByText('200 words or more').waitFor()

    await page.getByRole('button', { name: 'Create 2 links' }).click()
    const created = page.getByRole('region', { name: 'New links' })
    await created.getByText('Ida Berg').waitFor()
    await expectAccessible(page)
    const address = await created
      .getByText(/\/write#/)
      .first()
      .innerText()
    expect(address).toMatch(new RegExp(`^${product.origin}/write#[\\w-]{43}$`))

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: product.origin })
    await created.getByRole('button', { name: 'Copy the link of Jon Abel' }).click()
    await created.getByText('Copied').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      created.getByRole('button', { name: 'Download as CSV' }).click(),
    ])
    const csv = await readFile(await download.path(), 'utf8')
    expect(csv).toContain(`Jon Abel,${address}`)
    expect(csv.trim().split('\n')).toHaveLength(3)

    await page.getByRole('button', { name: 'Revoke the link of Jon Abel' }).click()
    await page.getByRole('button', { name: 'Revoke the link', exact: true }).click()
    await page.getByText('Revoked', { exact: true }).waitFor()
    await created.getByText('Jon Abel').waitFor({ state: 'detached' })
    await created.getByRole('button', { name: 'Done, hide the links' }).click()
    await created.waitFor({ state: 'detached' })
    await page.setViewportSize(narrow)
    await expectAccessible(page)
    const task = page.url()

    await signOut(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await registerTeacher(page, product.origin)
    await page.goto(task)
    await page.getByRole('heading', { name: 'Writing task not found' }).waitFor()
  },
)

import type { Page } from 'playwright'
import { expect } from 'vitest'
import { expectAccessible } from '../../browser/accessibility.ts'
import { journeys } from '../../journey.ts'
import { registerTeacher } from '../../steps/account.ts'
import { callerOf } from '../../steps/calls.ts'
import {
  anotherBrowser,
  expectStudentPageAccessible,
  linkStudent,
  notes,
  openCase,
  phone,
  studentBrowser,
} from '../../steps/cases.ts'

const journey = journeys()
const wide = { width: 1440, height: 900 }

async function expectAccessibleAtBothWidths(page: Page): Promise<void> {
  for (const viewport of [phone, wide]) {
    await page.setViewportSize(viewport)
    await expectAccessible(page)
  }
}

journey(
  'a student appeals by the same link, and a second person decides about this one case',
  async ({ page, product }) => {
    const { origin } = product
    // The first account is the administrator.
    await registerTeacher(page, origin)
    const caller = await callerOf(page, origin)
    const { page: second, watch: secondWatch } = await anotherBrowser(page, origin, { viewport: wide })
    const person = await registerTeacher(second, origin)

    const id = await openCase(caller)
    const link = await linkStudent(caller, id)
    await caller.post(`/cases/${id}/decisions`, {
      outcome: 'support-agreed',
      reason: 'The drafts do not fit the text.',
    })

    // Nobody is named yet: the student reads whom to ask.
    const { page: reader, watch: readerWatch } = await studentBrowser(page, origin, {
      javaScriptEnabled: false,
    })
    const { page: checked, watch: checkedWatch } = await studentBrowser(page, origin, {
      javaScriptEnabled: true,
    })
    const checkStudentPage = () => expectStudentPageAccessible(reader, checked, expectAccessibleAtBothWidths)
    await reader.goto(link)
    await reader.getByRole('button', { name: 'Read it' }).click()
    await reader.getByText('Nobody has been named here yet').waitFor()
    await reader.getByText('The drafts do not fit the text.').waitFor()
    await checkStudentPage()

    await page.goto(`${origin}/admin/cases`)
    await page.getByText('Nobody is named. Students cannot appeal here').waitFor()
    await page.getByLabel('Email address of an account').fill(person.email)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('button', { name: 'Remove Amara Osei' }).waitFor()
    await expectAccessibleAtBothWidths(page)

    await reader.goto(link)
    await reader.getByText(/^You can appeal here until/).waitFor()
    await checkStudentPage()
    await reader.getByRole('link', { name: 'Appeal' }).click()
    await reader.getByLabel('Why do you not agree?').fill('The notes are from the same evening.')
    await reader.getByLabel('Add files').setInputFiles(notes)
    await reader.getByRole('button', { name: 'Save for later' }).click()
    await reader.getByText('Your text was saved. It is not handed in yet.').waitFor()
    await checkStudentPage()
    await reader.getByRole('button', { name: 'Read it over and hand in' }).click()
    await reader.getByRole('heading', { level: 1, name: 'Hand in your appeal?' }).waitFor()
    await checkStudentPage()
    await reader.getByRole('button', { name: 'Hand in the appeal' }).click()
    await reader.getByText(/^You appealed on/).waitFor()
    await checkStudentPage()

    await page.goto(`${origin}/cases/${id}`)
    await page.getByText('Amara Osei decides, and you will get an email.').waitFor()
    const happened = page.getByRole('region', { name: 'What happened' })
    // The timeline leads to the reply and does not repeat it.
    await happened.getByRole('link', { name: 'Read it' }).first().waitFor()
    await page.getByText('The notes are from the same evening.').first().waitFor()
    await expectAccessibleAtBothWidths(page)

    await second.goto(`${origin}/cases`)
    await second.getByRole('region', { name: 'Appeals to you' }).getByText('Waiting for you').waitFor()
    await expectAccessibleAtBothWidths(second)
    await second.getByRole('link', { name: 'Ida Berg' }).click()
    await second.getByRole('heading', { level: 1, name: 'Appeal of Ida Berg' }).waitFor()
    await second
      .getByRole('region', { name: 'What the student says' })
      .getByText('The notes are from the same evening.')
      .waitFor()
    await expectAccessibleAtBothWidths(second)
    await second.getByRole('link', { name: 'School uniforms' }).click()
    await second.getByRole('heading', { level: 2, name: /reads like AI writing/ }).waitFor()
    await second.getByRole('link', { name: 'Back to the appeal' }).click()
    await second.getByRole('radio', { name: 'Another decision takes its place: Cleared' }).check()
    await second.getByLabel('Your reason').fill('The notes and the drafts fit.')
    await second.getByRole('button', { name: 'Decide the appeal' }).click()
    await second.getByRole('dialog').getByRole('button', { name: 'Decide the appeal' }).click()
    await second.getByText('It now reads: Cleared.').waitFor()
    await second.getByRole('dialog').waitFor({ state: 'hidden' })
    await expectAccessibleAtBothWidths(second)
    // The case itself stays closed to them.
    const closed = await callerOf(second, origin)
    await expect(closed.get(`/cases/${id}`)).rejects.toThrow('answered 404')

    await page.reload()
    await happened.getByText('Appeal decided by a second person: Cleared').waitFor()
    await reader.goto(link)
    await reader
      .getByText('You are cleared. Nothing about this text is held against you.', { exact: true })
      .waitFor()
    await reader.getByText('The notes and the drafts fit.').waitFor()
    await checkStudentPage()
    expect([...secondWatch.problems(), ...readerWatch.problems(), ...checkedWatch.problems()]).toEqual([])
  },
)

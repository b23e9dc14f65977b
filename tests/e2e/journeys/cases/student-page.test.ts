import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { expectAccessible } from '../../browser/accessibility.ts'
import { sharedJourneys } from '../../journey.ts'
import { registerTeacher } from '../../steps/account.ts'
import { callerOf } from '../../steps/calls.ts'
import {
  expectStudentPageAccessible,
  notes,
  openCase,
  phone,
  registerWithLinkedCase,
  studentBrowser,
} from '../../steps/cases.ts'

const journey = sharedJourneys()
journey(
  'a student sees which files were refused, and keeps the text and the other files',
  async ({ page, product }) => {
    const { origin } = product
    const { link } = await registerWithLinkedCase(page, origin)
    const long = `${'a-name-without-any-space-'.repeat(8)}.exe`
    for (const javaScriptEnabled of [false, true]) {
      const { page: reader, watch: readerWatch } = await studentBrowser(page, origin, { javaScriptEnabled })
      await reader.goto(link)
      const open = reader.getByRole('button', { name: 'Read it', exact: true })
      await open.or(reader.getByLabel('How did you begin?')).waitFor()
      if (await open.isVisible()) await open.click()
      await reader.getByLabel('How did you begin?').fill(`With a plan, ${javaScriptEnabled}.`)
      await reader
        .getByLabel('Add files')
        .setInputFiles([
          { name: long, mimeType: 'application/octet-stream', buffer: Buffer.from('4d5a9000', 'hex') },
          { name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.from('') },
          notes,
        ])
      await reader.getByRole('button', { name: 'Read it over and hand in' }).click()
      await reader.getByText('These files were not added').waitFor()
      for (const words of [
        long,
        'It is none of the kinds named below.',
        'empty.txt',
        'There is nothing in it.',
        'notes.txt',
      ])
        await reader.getByText(words).first().waitFor()
      expect(await reader.getByLabel('How did you begin?').inputValue()).toBe(
        `With a plan, ${javaScriptEnabled}.`,
      )
      expect(await reader.getByRole('button', { name: 'Remove notes.txt' }).count()).toBe(1)
      for (const part of [reader.locator('main'), reader.getByText(long)]) {
        const { x = 0, width = 0 } = (await part.boundingBox()) ?? {}
        expect(x + width).toBeLessThanOrEqual(phone.width)
      }
      if (javaScriptEnabled) await expectAccessible(reader)
      await reader.getByRole('button', { name: 'Read it over and hand in' }).click()
      await reader.getByRole('heading', { level: 1, name: 'Hand in your reply?' }).waitFor()
      expect(readerWatch.problems()).toEqual([])
    }
  },
)

journey(
  'a student reads the question, saves a draft, returns and hands in the reply; the teacher sees it',
  async ({ page, product }) => {
    const { origin } = product
    await registerTeacher(page, origin)
    const caller = await callerOf(page, origin)
    const id = await openCase(caller)

    await page.goto(`${origin}/cases/${id}`)
    const panel = page.getByRole('region', { name: 'A page for the student' })
    await panel.getByText('Write down first what you ask.').waitFor()
    await page.getByLabel('What did you ask?').fill('How did you begin?')
    await page.getByRole('button', { name: 'Add to the record' }).click()
    await panel.getByRole('button', { name: 'Make the link' }).click()
    await panel.getByText('Not opened yet.').waitFor()
    const link = await panel.getByLabel('Link for the student').inputValue()
    await expectAccessible(page)

    const { page: reader, watch: readerWatch } = await studentBrowser(page, origin, {
      javaScriptEnabled: false,
    })
    const { page: checked, watch: checkedWatch } = await studentBrowser(page, origin, {
      javaScriptEnabled: true,
    })

    await reader.goto(link)
    await reader
      .getByRole('heading', { level: 1, name: 'Your teacher would like to hear from you' })
      .waitFor()
    expect(await reader.getByText('How did you begin?').count()).toBe(0)
    await expectStudentPageAccessible(reader, checked)
    await reader.getByRole('button', { name: 'Read it' }).click()
    await reader.getByLabel('How did you begin?').fill('With a list of arguments.')
    await reader.getByRole('button', { name: 'Save for later' }).click()
    await reader.getByText('Your text was saved. It is not handed in yet.').waitFor()
    await expectStudentPageAccessible(reader, checked)
    await page.reload()
    await panel.getByText(/^Opened on/).waitFor()
    await panel.getByText('The student has begun a reply.').waitFor()

    await reader.goto(link)
    expect(await reader.getByLabel('How did you begin?').inputValue()).toBe('With a list of arguments.')
    await reader.getByLabel('Add files').setInputFiles(notes)
    await reader.getByRole('button', { name: 'Read it over and hand in' }).click()
    await reader.getByRole('heading', { level: 1, name: 'Hand in your reply?' }).waitFor()
    await reader.getByText('With a list of arguments.').waitFor()
    await expectStudentPageAccessible(reader, checked)
    await reader.getByRole('button', { name: 'Hand in' }).click()
    await reader.getByRole('heading', { level: 1, name: 'Your reply was handed in' }).waitFor()
    await expectStudentPageAccessible(reader, checked)
    const copying = reader.waitForEvent('download')
    await reader.getByRole('link', { name: 'Download a copy' }).click()
    expect(await readFile(await (await copying).path(), 'utf8')).toContain('With a list of arguments.')

    await page.reload()
    await panel.getByText(/^Answered on/).waitFor()
    await panel.getByText('With a list of arguments.').waitFor()
    const happened = page.getByRole('region', { name: 'What happened' })
    // The timeline leads to the reply and does not repeat it.
    await happened.getByRole('link', { name: 'Read it' }).first().waitFor()
    await page.getByText('With a list of arguments.').first().waitFor()
    await expectAccessible(page)
    const downloading = page.waitForEvent('download')
    await panel.getByRole('button', { name: 'Download notes.txt' }).click()
    const file = await downloading
    expect(file.suggestedFilename()).toBe('notes.txt')
    expect(await readFile(await file.path())).toEqual(notes.buffer)
    expect([...readerWatch.problems(), ...checkedWatch.problems()]).toEqual([])
  },
)

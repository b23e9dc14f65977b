import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Locator } from 'playwright'
import { expect, inject } from 'vitest'
import { expectAccessible } from '../../browser/accessibility.ts'
import { journeys } from '../../journey.ts'
import { openReport } from '../../steps/documents.ts'
import {
  allSaved,
  beginWriting,
  editorOf,
  openLink,
  pasteFromElsewhere,
  setTask,
} from '../../steps/writing.ts'

const journey = journeys()
const widths = [1440, 390, 360] as const
const offlineErrors = /Failed to load resource|net::ERR|status 50\d/

const wordsIn = async (found: Locator) => (await found.allInnerTexts()).map((text) => text.trim())

journey(
  'a student reads what is recorded, writes with a footnote, hands in and takes it back',
  async ({ page, product, watch }) => {
    const { origin } = product
    const { link } = await setTask(page, origin, {
      words_min: 20,
      words_max: 400,
      due_at: '2099-12-04T16:00:00.000Z',
    })
    const { student, watch: studentWatch } = await openLink(page, { link, origin })
    await student.getByRole('heading', { level: 1, name: 'Before you begin' }).waitFor()
    await student.getByText('No camera and no microphone.').waitFor()
    await expectAccessible(student)
    await student.getByRole('button', { name: 'Begin writing' }).click()

    await editorOf(student).click()
    await student.keyboard.type('# The harbour\nOur town was poor before the harbour came, and it was poor ')
    await student.keyboard.press('Control+B')
    await student.keyboard.type('after')
    await student.keyboard.press('Control+B')
    await student.keyboard.type(' it too')
    await student.getByRole('button', { name: 'Footnote', exact: true }).click()
    await student.getByRole('textbox', { name: 'Footnote 1' }).pressSequentially('Bell, Harbours, 2019.')
    await student.keyboard.press('Escape')
    await student.keyboard.type('.\n- ships\nrails')
    await allSaved(student)
    await editorOf(student).getByRole('heading', { level: 1, name: 'The harbour' }).waitFor()
    expect(await editorOf(student).getByRole('listitem').allInnerTexts()).toEqual(['ships', 'rails'])
    expect(await editorOf(student).locator('strong').innerText()).toBe('after')

    // The toolbar is one stop, and arrows move in it.
    await student.keyboard.press('Alt+F10')
    await student.keyboard.press('End')
    expect(
      await student
        .getByRole('button', { name: 'Redo' })
        .evaluate((button) => button === document.activeElement),
    ).toBe(true)
    await student.keyboard.press('Escape')
    expect(await editorOf(student).evaluate((text) => text === document.activeElement)).toBe(true)

    for (const width of widths) {
      await student.setViewportSize({ width, height: 800 })
      for (const colorScheme of ['light', 'dark'] as const) {
        await student.emulateMedia({ colorScheme })
        await student.reload()
        await editorOf(student).waitFor()
        await expectAccessible(student)
      }
    }
    await student.getByRole('button', { name: 'What is recorded about me' }).click()
    await student.getByText(/words in 1 session/).waitFor()
    await student.getByText('Nothing from elsewhere.').waitFor()
    await expectAccessible(student)
    await student.getByRole('button', { name: 'Close' }).click()

    await student.getByRole('button', { name: 'Hand in', exact: true }).click()
    await student.getByText('The task asks for 20 to 400 words').waitFor()
    await expectAccessible(student)
    await student.getByRole('button', { name: 'Hand in now' }).click()
    await student.getByText(/^Handed in on/).waitFor()
    expect(await editorOf(student).count()).toBe(0)
    await expectAccessible(student)

    await page.goto(`${origin}/documents`)
    await openReport(page, 'How the harbour changed our town')
    const [documentId] = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(page.url()) ?? []
    // The document goes when the student takes the text back, perhaps while the teacher's report still loads
    // parts of it.
    watch.expect(new RegExp(`404.*${documentId}`))
    await page.getByText(/it was poor after it too\[1\]/).waitFor()

    await student.getByRole('button', { name: 'Take it back' }).click()
    await editorOf(student).click()
    await student.keyboard.press('Control+End')
    await student.keyboard.type(' again')
    await allSaved(student)
    await editorOf(student).getByText('rails again').waitFor()
    expect(studentWatch.problems()).toEqual([])
  },
)

journey('pasting follows the rule of the task', async ({ page, product }) => {
  const { origin } = product
  const { caller, task, link } = await setTask(page, origin, { pasting: 'blocked' })
  const { student, watch: studentWatch } = await beginWriting(page, { link, origin })
  await student.keyboard.type('A sentence of my own.')
  await pasteFromElsewhere(student, 'A sentence of somebody else.')
  await student.getByText(/cannot be pasted in this task, so it was left out/).waitFor()
  await student.keyboard.press('Control+A')
  await student.keyboard.press('Control+X')
  await student.keyboard.press('Control+V')
  await student.keyboard.press('Control+V')
  const paragraphs = () => editorOf(student).getByRole('paragraph').allInnerTexts()
  await expect.poll(paragraphs).toEqual(['A sentence of my own.', 'A sentence of my own.'])

  for (const pasting of ['shown', 'allowed'] as const) {
    await caller.put(`/writing-tasks/${task.id}`, { pasting })
    await allSaved(student)
    await student.reload()
    await editorOf(student).click()
    await student.keyboard.press('Control+End')
    await pasteFromElsewhere(student, ` Pasted where it is ${pasting}.`)
    await editorOf(student).getByText(`Pasted where it is ${pasting}.`).waitFor()
    const notice = student.getByText('What you pasted is underlined, and recorded as pasted.')
    if (pasting === 'shown') await notice.waitFor()
    expect(await notice.count()).toBe(pasting === 'shown' ? 1 : 0)
    if (pasting === 'allowed') continue
    await allSaved(student)
    await student.reload()
    await expect
      .poll(() => wordsIn(editorOf(student).locator('.pasted')))
      .toEqual(['Pasted where it is shown.'])
  }
  await student.getByRole('button', { name: 'What is recorded about me' }).click()
  await student.getByText('Text from elsewhere was refused 1 time.').waitFor()
  expect(await wordsIn(student.getByRole('dialog').locator('blockquote'))).toEqual([
    'Pasted where it is shown.',
    'Pasted where it is allowed.',
  ])
  expect(studentWatch.problems()).toEqual([])
})

journey(
  'nothing is lost without a network, when the server is killed, or between two tabs',
  async ({ page, product, watch }) => {
    watch.expect(offlineErrors)
    const { origin } = product
    const { caller, link, task, studentId } = await setTask(page, origin)
    // The teacher's page polls while the server is down.
    await page.goto('about:blank')
    const { student, watch: studentWatch } = await beginWriting(page, { link, origin })
    studentWatch.expect(offlineErrors)
    await student.keyboard.type('Written with a network. ')
    await allSaved(student)

    await student.context().setOffline(true)
    await student.keyboard.type('Written without one. ')
    await student.getByText('Offline: your text is kept on this device and will be sent').first().waitFor()
    await student.context().setOffline(false)
    await allSaved(student)

    const typing = student.keyboard.type('Written while the server was killed. ', { delay: 20 })
    await product.kill()
    await typing
    await student.getByText('Offline: your text is kept on this device and will be sent').first().waitFor()
    await product.start()
    await allSaved(student)

    const other = await student.context().newPage()
    other.setDefaultTimeout(90_000)
    await other.goto(link)
    await editorOf(other).getByText('Written while the server was killed.').waitFor()
    await editorOf(other).click()
    await other.keyboard.press('Control+End')
    await other.keyboard.type('From the other tab. ')
    await allSaved(other)
    await student.bringToFront()
    await editorOf(student).click()
    await editorOf(student).getByText('From the other tab.').waitFor()
    await student.keyboard.press('Control+End')
    await student.keyboard.type('And back.')
    await allSaved(student)
    const expectedText =
      'Written with a network. Written without one. Written while the server was killed. From the other tab. And back.'
    await student.reload()
    await expect.poll(() => editorOf(student).innerText()).toBe(expectedText)

    const revoked = await caller.remove(`/writing-tasks/${task.id}/links/${studentId}`)
    expect(revoked.ok).toBe(true)
    await editorOf(student).click()
    await student.keyboard.press('Control+End')
    // At once, since the page accepts nothing more when it learns that the link has ended.
    await student.keyboard.insertText(' Too late.')
    await student.getByText(/^This link no longer works/).waitFor()
    await student.getByRole('button', { name: 'Copy the text' }).click()
    await student.getByText('Copied.').waitFor()
    expect(await student.evaluate(() => navigator.clipboard.readText())).toBe(`${expectedText} Too late.`)
    await student.reload()
    await student.getByRole('heading', { name: 'This link does not open a text' }).waitFor()
    expect(await student.getByRole('textbox').inputValue()).toBe(`${expectedText} Too late.`)
  },
)

/** The process id of the browser. */
async function processOf(context: BrowserContext): Promise<number> {
  const session = await context.browser()?.newBrowserCDPSession()
  const answer = await session?.send('SystemInfo.getProcessInfo')
  const browser = answer?.processInfo.find(({ type }) => type === 'browser')
  if (browser === undefined) throw new Error('The browser names no process of its own.')
  return browser.id
}

journey(
  'what was typed before the browser was killed is sent when the link is opened again',
  async ({ page, product }) => {
    const { origin } = product
    const { link } = await setTask(page, origin)
    const profile = await mkdtemp(join(tmpdir(), 'penmark-profile-'))
    const executablePath = inject('chromium') ?? ''
    const launch = () =>
      chromium.launchPersistentContext(profile, {
        executablePath,
        args: ['--no-sandbox', '--disable-gpu'],
        locale: 'en-GB',
      })
    try {
      const before = await launch()
      const [student = await before.newPage()] = before.pages()
      await student.goto(link)
      await student.getByRole('button', { name: 'Begin writing' }).click()
      await editorOf(student).click()
      await student.keyboard.type('Sent. ')
      await allSaved(student)
      await before.setOffline(true)
      await student.keyboard.type('Only on this device.')
      await student.getByText('Offline: your text is kept on this device and will be sent').first().waitFor()
      const closed = before.waitForEvent('close')
      process.kill(await processOf(before), 'SIGKILL')
      await closed

      const after = await launch()
      const [reopened = await after.newPage()] = after.pages()
      await reopened.goto(link)
      await editorOf(reopened).getByText('Sent. Only on this device.').waitFor()
      await allSaved(reopened)
      await after.close()
    } finally {
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    }
    const { student } = await openLink(page, { link, origin })
    await editorOf(student).getByText('Sent. Only on this device.').waitFor()
  },
)

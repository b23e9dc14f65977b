import type { WritingSubmissionView, WritingTaskView } from '@penmark/contract'
import { expect } from 'vitest'
import { expectAccessible } from '../../browser/accessibility.ts'
import { sharedJourneys } from '../../journey.ts'
import { allSaved, beginWriting, editorOf, pasteFromElsewhere, setTask } from '../../steps/writing.ts'

const journey = sharedJourneys()

const dictated = 'Before the harbour came, our town lived on herring alone. '
const suggested = 'the railway arrived '
const japanese = '港'

journey(
  'dictation, suggestions and an input method never count as pasting, where pasting is not allowed either',
  async ({ page, product }) => {
    const { caller, task, link } = await setTask(page, product.origin, { pasting: 'blocked' })
    const { student, watch } = await beginWriting(page, { link, origin: product.origin })
    const protocol = await student.context().newCDPSession(student)

    // As an operating system dictates: the text arrives at once and without a key.
    await protocol.send('Input.insertText', { text: dictated })
    await editorOf(student).getByText(dictated.trim()).waitFor()
    await student.keyboard.type('Then ')
    // As predictive text replaces what is being written.
    await protocol.send('Input.imeSetComposition', { text: 'the rail', selectionStart: 8, selectionEnd: 8 })
    await protocol.send('Input.insertText', { text: suggested })
    await student.keyboard.type('and my grandmother saw it. ')
    // As an input method composes a character from several keys.
    for (const composing of ['み', 'みな', 'みなと']) {
      const { length } = composing
      await protocol.send('Input.imeSetComposition', {
        text: composing,
        selectionStart: length,
        selectionEnd: length,
      })
    }
    await protocol.send('Input.insertText', { text: japanese })
    await allSaved(student)
    const text = await editorOf(student).innerText()
    expect(text.replaceAll(/\s+/g, ' ').trim()).toBe(
      `${dictated}Then ${suggested}and my grandmother saw it. ${japanese}`,
    )
    expect(await student.getByText(/cannot be pasted in this task/).count()).toBe(1)

    // A real paste is still refused, and counted as what it is.
    await pasteFromElsewhere(student, 'A sentence of somebody else.')
    await student.getByText(/so it was left out/).waitFor()
    await allSaved(student)

    await student.getByRole('button', { name: 'What is recorded about me' }).click()
    await student.getByText('Nothing from elsewhere.').waitFor()
    await student
      .getByText(/were inserted at once, as dictation, suggestions and spelling tools do it/)
      .waitFor()
    await expectAccessible(student)
    await student.getByRole('button', { name: 'Close' }).click()
    expect(watch.problems()).toEqual([])

    const { students } = await caller.get<WritingTaskView>(`/writing-tasks/${task.id}`)
    const { summary, integrity } = await caller.get<WritingSubmissionView>(
      `/writing-submissions/${students[0]?.id}`,
    )
    expect(integrity).toBe('intact')
    expect(summary).toMatchObject({ pasted: 0, pastes: { count: 0, blocked: 1 } })
    expect(summary.insertions.count).toBeGreaterThanOrEqual(1)
    expect(summary.inserted).toBeGreaterThanOrEqual(dictated.replaceAll(' ', '').length)

    await page.goto(`${product.origin}/writing/submissions/${students[0]?.id}`)
    await page.getByText(/typed; no pastes; \d insertions? at once/).waitFor()
    await page.getByText(/It says nothing against the writer/).waitFor()
    await expectAccessible(page)
  },
)

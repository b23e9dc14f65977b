import type { WritingSubmissionView, WritingTaskView } from '@penmark/contract'
import { expect, inject } from 'vitest'
import { launchFirefox } from '../../browser/firefox.ts'
import { sharedJourneys } from '../../journey.ts'
import { setTask } from '../../steps/writing.ts'

const path = inject('firefox')
const journey = sharedJourneys({ isPossible: path !== null })

const editor = "//*[@role='textbox' and @aria-label='Your text']"
const button = (name: string) => `//button[normalize-space()='${name}']`
const dictated = 'Before the harbour came, our town lived on herring alone. '
const suggested = 'the railway arrived '

journey(
  'in Firefox, dictation, corrections, suggestions and an input method never count as pasting, where pasting is not allowed either',
  async ({ page, product }) => {
    const { caller, task, link } = await setTask(page, product.origin, { pasting: 'blocked' })
    const firefox = await launchFirefox(path ?? '')
    try {
      await firefox.open(link)
      await firefox.click(button('Begin writing'))
      await firefox.click(editor)

      await firefox.dictate(dictated)
      await firefox.waitFor(`${editor}//p[starts-with(., 'Before the harbour came')]`)
      await firefox.type(editor, 'Then teh ')
      await firefox.autocorrect('teh', 'the old')
      await firefox.type(editor, 'day ')
      await firefox.compose(['the', 'the rail'], suggested)
      await firefox.type(editor, 'and my grandmother recieved it. ')
      await firefox.correctSpelling('recieved', 'received')
      await firefox.type(editor, 'Port: ')
      await firefox.compose(['み', 'みな', 'みなと'], '港')
      await firefox.waitFor("//*[normalize-space()='All saved']")
      const text = await firefox.waitFor(editor)
      expect(text.replaceAll(/\s+/g, ' ').trim()).toBe(
        `${dictated}Then the old day ${suggested}and my grandmother received it. Port: 港`,
      )

      // A real paste is refused, and counted as what it is.
      await firefox.paste(editor, 'A sentence of somebody else.')
      await firefox.waitFor("//*[contains(text(), 'so it was left out')]")
      await firefox.waitFor("//*[normalize-space()='All saved']")
      await firefox.click(button('What is recorded about me'))
      await firefox.waitFor("//*[contains(text(), 'were inserted at once, as dictation')]")
    } finally {
      await firefox.close()
    }

    const { students } = await caller.get<WritingTaskView>(`/writing-tasks/${task.id}`)
    const { summary, integrity } = await caller.get<WritingSubmissionView>(
      `/writing-submissions/${students[0]?.id}`,
    )
    expect(integrity).toBe('intact')
    expect(summary).toMatchObject({ pasted: 0, pastes: { count: 0, blocked: 1 }, insertions: { count: 1 } })
    expect(summary.inserted).toBe(dictated.replaceAll(' ', '').length)
  },
)

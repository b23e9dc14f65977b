import type { Browser, Page } from 'playwright'
import { openProduct } from '../../tests/e2e/product/product.ts'
import {
  allSaved,
  beginWriting,
  editorOf,
  pasteFromElsewhere,
  setTask,
} from '../../tests/e2e/steps/writing.ts'
import { type Figure, median } from '../figure.ts'
import { textOf } from '../texts.ts'

const words = 5_000
const wordsPerPaste = 500
const keys = 300
/** Between two keys, as a fast typist types them. */
const keyEveryMs = 60

/** Milliseconds from each key to the moment when the text has taken it up, and in the editor recorded it. */
async function typeAndMeasure(student: Page): Promise<number[]> {
  await student.evaluate(() => {
    const times: number[] = []
    let pressed = 0
    window.addEventListener('keydown', () => (pressed = performance.now()), { capture: true })
    // The editor reads the change in a microtask that was queued before this one.
    window.addEventListener('input', () => queueMicrotask(() => times.push(performance.now() - pressed)), {
      capture: true,
    })
    Object.assign(window, { keyTimes: times })
  })
  await student.keyboard.type('harbour '.repeat(keys).slice(0, keys), { delay: keyEveryMs })
  return student.evaluate(() => (window as unknown as { keyTimes: number[] }).keyTimes)
}

/**
 * Puts a copy of the text in the place of the editor, with nothing but the browser behind it, and the caret
 * at its end.
 */
async function showPlainCopy(student: Page): Promise<void> {
  await editorOf(student).evaluate((editor: HTMLElement) => {
    const plain = document.createElement('div')
    plain.contentEditable = 'true'
    plain.className = editor.className
    plain.append(...[...editor.childNodes].map((child) => child.cloneNode(true)))
    editor.after(plain)
    editor.hidden = true
    plain.focus()
    getSelection()?.selectAllChildren(plain)
    getSelection()?.collapseToEnd()
  })
}

/** What a key costs more in a long text of the writing room than in the same text with no editor. */
export async function measureTyping(browser: Browser): Promise<Figure[]> {
  const product = await openProduct()
  const teacher = await browser.newContext({ locale: 'en-GB' })
  try {
    const { origin } = product
    const page = await teacher.newPage()
    const { link } = await setTask(page, origin, { pasting: 'allowed' })
    const { student } = await beginWriting(page, { link, origin })
    for (let nth = 0; nth < words / wordsPerPaste; nth += 1)
      await pasteFromElsewhere(student, `${textOf(wordsPerPaste, nth)}\n\n`)
    await allSaved(student)
    await editorOf(student).press('Control+End')
    const times = await typeAndMeasure(student)
    await allSaved(student)
    await showPlainCopy(student)
    const plainTimes = await typeAndMeasure(student)
    await student.context().close()
    return [
      {
        name: 'what editing and recording add to a key in a text of 5,000 words',
        value: Math.max(0, median(times) - median(plainTimes)),
        unit: 'ms',
        n: times.length,
        target: 2,
        better: 'lower',
      },
    ]
  } finally {
    await teacher.close()
    await product.remove()
  }
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { connectMarionette, type SendCommand } from './marionette.ts'

const startsWithinMs = 60_000
const findsWithinMs = 90_000
const pollEveryMs = 50

/** One page of a Firefox, and what its operating system and its user would do to it. */
export interface Firefox {
  open(url: string): Promise<void>
  /** Waits for an element of this XPath; returns its text. */
  waitFor(xpath: string): Promise<string>
  click(xpath: string): Promise<void>
  /** Goes on at the end of the line, where a correction did not leave the caret. */
  type(xpath: string, text: string): Promise<void>
  /** As the operating system inserts dictated text: at once, and without a key. */
  dictate(text: string): Promise<void>
  /** As the operating system replaces a word by another, while it is written. */
  autocorrect(word: string, by: string): Promise<void>
  /** As an input method, or the suggestions of a keyboard, write with several tries. */
  compose(tries: readonly string[], committed: string): Promise<void>
  /** As a suggestion of Firefox's own spelling checker is chosen. */
  correctSpelling(word: string, by: string): Promise<void>
  /** Pastes text that was copied in another program. */
  paste(xpath: string, text: string): Promise<void>
  close(): Promise<void>
}

const preferences = {
  'marionette.port': 0,
  'intl.accept_languages': 'en-GB',
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'app.update.disabledForTesting': true,
}

const controlKey = '\uE009'
const endKey = '\uE010'

/** Starts a headless Firefox with a profile of its own. */
export async function launchFirefox(path: string): Promise<Firefox> {
  const profile = await mkdtemp(join(tmpdir(), 'penmark-firefox-'))
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`,
  )
  await writeFile(join(profile, 'user.js'), lines.join(''))
  const flags = [
    '--headless',
    '--marionette',
    '--remote-allow-system-access',
    '--no-remote',
    '--profile',
    profile,
  ]
  const child = spawn(path, flags, {
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, HOME: profile },
  })
  const end = async () => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
      process.kill(-child.pid, 'SIGKILL')
      await once(child, 'exit')
    }
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const { send, close } = await connectMarionette(await portOf(child, profile))
    await send('WebDriver:NewSession')
    await send('WebDriver:SetTimeouts', { implicit: findsWithinMs })
    return {
      ...pageOf(send),
      close: async () => {
        close()
        await end()
      },
    }
  } catch (error) {
    await end()
    throw error
  }
}

/** The port that Firefox chose. */
async function portOf(child: ChildProcess, profile: string): Promise<number> {
  const deadline = Date.now() + startsWithinMs
  while (Date.now() < deadline && child.exitCode === null) {
    const port = Number(await readFile(join(profile, 'MarionetteActivePort'), 'utf8').catch(() => ''))
    if (port > 0) return port
    await wait(pollEveryMs)
  }
  throw new Error('Firefox did not start.')
}

function pageOf(send: SendCommand): Omit<Firefox, 'close'> {
  const find = async (xpath: string): Promise<string> => {
    const { value } = (await send('WebDriver:FindElement', { using: 'xpath', value: xpath })) as {
      value: Record<string, string>
    }
    return Object.values(value)[0] ?? ''
  }
  const run = (script: string, args: readonly unknown[]) =>
    send('WebDriver:ExecuteScript', { script, args, sandbox: 'system' })
  /** Runs a script in the window of the browser, which the operating system talks to. */
  const runInWindow = async (script: string, args: readonly unknown[]) => {
    await send('Marionette:SetContext', { value: 'chrome' })
    try {
      await run(script, args)
    } finally {
      await send('Marionette:SetContext', { value: 'content' })
    }
  }
  return {
    open: async (url) => void (await send('WebDriver:Navigate', { url })),
    waitFor: async (xpath) => {
      const { value } = (await send('WebDriver:GetElementText', { id: await find(xpath) })) as {
        value: string
      }
      return value
    },
    click: async (xpath) => void (await send('WebDriver:ElementClick', { id: await find(xpath) })),
    type: async (xpath, text) => {
      const id = await find(xpath)
      // One by one: keys in one call arrive as one change.
      for (const key of [endKey, ...Array.from(text)])
        await send('WebDriver:ElementSendKeys', { id, text: key })
    },
    dictate: (text) =>
      runInWindow(`window.windowUtils.sendContentCommandEvent('insertText', null, arguments[0])`, [text]),
    autocorrect: async (word, by) =>
      // In the page's own process: the browser's window learns of the caret a moment later.
      void (await run(
        `const [word, by] = arguments
         const { windowUtils } = window
         const caret = windowUtils.sendQueryContentEvent(windowUtils.QUERY_SELECTED_TEXT, 0, 0, 0, 0)
         windowUtils.sendContentCommandEvent('replaceText', null, by, caret.offset - word.length - 1, word)`,
        [word, by],
      )),
    compose: (tries, committed) =>
      runInWindow(
        `const [tries, committed] = arguments
         const input = Cc['@mozilla.org/text-input-processor;1'].createInstance(Ci.nsITextInputProcessor)
         if (!input.beginInputTransactionForTests(window)) throw new Error('Nothing can be composed.')
         for (const text of tries) {
           input.setPendingCompositionString(text)
           input.appendClauseToPendingComposition(text.length, input.ATTR_RAW_CLAUSE)
           input.setCaretInPendingComposition(text.length)
           input.flushPendingComposition()
         }
         input.commitCompositionWith(committed)`,
        [tries, committed],
      ),
    correctSpelling: async (word, by) => {
      const script = `const [word, by] = arguments
        const spelling = window.docShell.editingSession.getEditorForWindow(window).getInlineSpellChecker(true)
        const texts = document.createNodeIterator(document.activeElement, NodeFilter.SHOW_TEXT)
        let text = texts.nextNode()
        while (text && !text.data.includes(word)) text = texts.nextNode()
        const at = text ? text.data.indexOf(word) + 1 : 0
        if (!text || spelling.getMisspelledWord(text, at) === null) return false
        spelling.replaceWord(text, at, by)
        return true`
      const deadline = Date.now() + findsWithinMs
      // The checker reads a while after the word was written.
      for (;;) {
        const { value } = (await run(script, [word, by])) as { value: boolean }
        if (value) return
        if (Date.now() > deadline) throw new Error('Firefox does not call the word misspelt.')
        await wait(pollEveryMs)
      }
    },
    paste: async (xpath, text) => {
      const script = `Cc['@mozilla.org/widget/clipboardhelper;1'].getService(Ci.nsIClipboardHelper).copyString(arguments[0])`
      await runInWindow(script, [text])
      await send('WebDriver:ElementSendKeys', { id: await find(xpath), text: `${controlKey}v` })
    },
  }
}

import { expect, test } from 'vitest'
import { showProgress } from './terminal.ts'

function terminal(isTTY: boolean) {
  const written: string[] = []
  return { isTTY, write: (text: string) => written.push(text), written }
}

test('a terminal shows a progress bar, which is cleared at the end', () => {
  const screen = terminal(true)
  const progress = showProgress(4, screen)
  progress.update(1, 1)
  progress.end()
  expect(screen.written[0]).toMatch(/\[■{8}·{22}\] 25 % {2}1 documents/)
  expect(screen.written.at(-1)).toBe('\r\u001B[K')
})

test('an input of unknown length shows counts without a bar, and a pipe shows nothing', () => {
  const screen = terminal(true)
  showProgress(null, screen).update(7, 900)
  expect(screen.written[0]).toContain('7 documents')
  expect(screen.written[0]).not.toContain('■')
  const pipe = terminal(false)
  const progress = showProgress(4, pipe)
  progress.update(1, 1)
  progress.end()
  expect(pipe.written).toEqual([])
})

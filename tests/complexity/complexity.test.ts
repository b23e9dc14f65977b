import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { enoughMs, processorMs } from './processor-time.ts'
import { textSteps } from './steps.ts'
import { textClasses } from './texts.ts'

test.each(textSteps)(
  '$name takes at most a second of processor time for a long text, even if it repeats a single kind of character',
  async ({ characters, prepare }) => {
    const slow: string[] = []
    for (const [name, textOf] of Object.entries(textClasses)) {
      const ms = await processorMs(await prepare(textOf(characters)))
      if (ms > enoughMs) slow.push(`${name}: ${Math.round(ms)} ms`)
    }
    expect(slow).toEqual([])
  },
)

test('every function of the detector that takes a text is tested', async () => {
  const folder = new URL('../../packages/detector/src/text/', import.meta.url)
  const files = readdirSync(folder).filter((name) => !name.endsWith('.test.ts'))
  const modules = await Promise.all(
    files.map((name): Promise<Record<string, unknown>> => import(new URL(name, folder).href)),
  )
  const functions = modules.flatMap((module) =>
    Object.keys(module).filter((name) => typeof module[name] === 'function'),
  )
  const ofOneCharacter = ['lookAlike']
  const measured = textSteps.map(({ name }) => name)
  expect(functions.filter((name) => !measured.includes(name) && !ofOneCharacter.includes(name))).toEqual([])
})

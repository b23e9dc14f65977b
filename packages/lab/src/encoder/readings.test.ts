import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Item } from '../corpora/collection.ts'
import { familyCount, familyOf } from '../corpora/families.ts'
import { sources } from '../corpora/sources.ts'
import { unseenBy } from '../training/train.ts'
import { isUnseen, type Readings } from './readings.ts'
import type { StoredReadings } from './stored-readings.ts'

interface TrainedSource {
  name: string
  use: string
  kind: string
  class: string
  family: number
}

/** As the encoders were trained. A source that came later was seen by none of them. */
const trained = JSON.parse(
  readFileSync(new URL('../../encoder/trained-sources.json', import.meta.url), 'utf8'),
) as TrainedSource[]

test('gives every source the family, use, kind and licence class with which the encoders were trained', () => {
  const asTrained = new Map(
    trained.map(({ name, use, kind, class: licenceClass, family }) => [
      name,
      { use, kind, licenceClass, family },
    ]),
  )
  const known = sources.filter(({ name }) => asTrained.has(name))
  expect(known).toHaveLength(trained.length)
  for (const { name, use, kind, licenceClass } of known)
    expect({ name, use, kind, licenceClass, family: familyOf(name) }).toEqual({
      name,
      ...asTrained.get(name),
    })
})

test('never lets an encoder judge a text whose family it has seen', () => {
  const net = (name: string) => ({ name }) as unknown as StoredReadings
  const readings = {
    encoder: { words: [], network: new Uint8Array(), weight: 1 },
    released: net('released'),
    withoutFamily: Array.from({ length: familyCount }, (_, family) => net(`without ${family}`)),
    mayJudge: () => true,
  } satisfies Readings
  const readingsOf = unseenBy(readings)
  for (const { name, family } of trained) {
    const source = sources.find((one) => one.name === name)
    expect(readingsOf({ source } as Item)).toEqual({ name: `without ${family}` })
  }
})

test('lets one encoder of all families judge only machine texts that were held out and people of sources that it never saw', () => {
  const source = (name: string) => sources.find((one) => one.name === name)
  const judged = (name: string, label: 'human' | 'ai', fold: number): boolean =>
    isUnseen('open', { source: source(name), use: source(name)?.use, label, fold } as Item)
  expect(judged('asap_aes', 'human', 4)).toBe(true)
  expect(judged('persuade1_fp2021', 'human', 4)).toBe(true)
  expect(judged('argrewrite2', 'human', 4)).toBe(false)
  expect(judged('argrewrite2', 'human', 0)).toBe(false)
  expect(judged('wiki2026', 'ai', 0)).toBe(true)
  expect(judged('wiki2026', 'ai', 4)).toBe(false)
  expect(judged('agent_books_2026', 'ai', 4)).toBe(true)
})

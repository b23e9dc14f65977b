import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readHashes, readModel, writeModel } from '@penmark/detector/lab'
import { familyCount } from '../corpora/families.ts'
import type { Learned, TrainOptions } from './train.ts'

const nameOf = (name: string, family: number): string => `${name}-without-${family}.penmark`

const phrasesFile = (folder: string, name: string, label: string): string =>
  join(folder, `${name}.phrases-${label}`)

/**
 * Stores the trained models, so that calibrating and measuring need not train again. The folder is never
 * released.
 */
export function storeTrained(folder: string, learned: Learned): void {
  mkdirSync(folder, { recursive: true })
  learned.withoutFamily.forEach((model, family) => {
    writeFileSync(
      join(folder, nameOf(learned.name, family)),
      writeModel({ ...model, hashes: learned.hashes, gramBits: model.grams.bits }),
    )
  })
  for (const label of ['human', 'machine'] as const) {
    const { buffer, byteOffset, byteLength } = learned.phrases[label]
    writeFileSync(phrasesFile(folder, learned.name, label), new Uint8Array(buffer, byteOffset, byteLength))
  }
  writeFileSync(join(folder, `${learned.name}.counts.json`), JSON.stringify(learned.counts))
}

/** Throws if `lab train` has not stored its result in the folder. */
export function readTrained(folder: string, name: TrainOptions['name']): Learned {
  const files = Array.from({ length: familyCount }, (_, family) =>
    readFileSync(join(folder, nameOf(name, family))),
  )
  const phrases = (label: string): Uint16Array =>
    new Uint16Array(new Uint8Array(readFileSync(phrasesFile(folder, name, label))).buffer)
  return {
    name,
    hashes: readHashes(files[0] as Uint8Array),
    withoutFamily: files.map(readModel),
    phrases: { human: phrases('human'), machine: phrases('machine') },
    counts: JSON.parse(readFileSync(join(folder, `${name}.counts.json`), 'utf8')) as Learned['counts'],
  }
}

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { classCount } from '@penmark/detector/lab'
import {
  chooseTexts,
  chooseWords,
  factsOf,
  numbersIfUnknown,
  numberTexts,
} from '../encoder/numbered-texts.ts'
import { gather } from '../training/train.ts'

/**
 * Chooses the encoder's words and numbers the tokens of its training texts, for
 * `packages/lab/encoder/train.py`.
 */
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    out: { type: 'string', default: 'data/lab/encoder' },
    seed: { type: 'string', default: '1' },
    /** Texts of each source and label. */
    texts: { type: 'string', default: '2600' },
    /** Only these sources, separated by commas, to try the training. */
    only: { type: 'string' },
    /** A `vocabulary.json` whose words are taken instead of chosen: few sources share too few. */
    vocabulary: { type: 'string' },
  },
})

const { items } = gather(values.data, Number(values.seed), values.only?.split(','))
const chosen = chooseTexts(items, Number(values.texts))
if (chosen.texts.length === 0)
  throw new Error(
    'These sources have no texts for training. `packages/lab/src/corpora/sources.ts` lists all.',
  )
const words =
  values.vocabulary === undefined
    ? chooseWords(chosen)
    : (JSON.parse(readFileSync(values.vocabulary, 'utf8')) as { words: string[] }).words
if (words.length === 0)
  throw new Error(
    'No word is shared by enough sources. Name a vocabulary with --vocabulary FILE, or more sources.',
  )
const numbers = numberTexts(chosen, words)
mkdirSync(values.out, { recursive: true })
writeFileSync(
  join(values.out, 'vocabulary.json'),
  JSON.stringify({ classCount, words, ifUnknown: numbersIfUnknown(words) }),
)
writeFileSync(
  join(values.out, 'texts.jsonl'),
  chosen.texts.map((text) => `${JSON.stringify(factsOf(text))}\n`).join(''),
)
writeFileSync(join(values.out, 'tokens.u16'), numbers)
const unknown = numbers.reduce((sum, number) => sum + (number < classCount ? 1 : 0), 0)
process.stderr.write(
  `${chosen.texts.length} texts, ${numbers.length} tokens, ${((100 * unknown) / numbers.length).toFixed(1)} % of them unknown, ${words.length} words\n`,
)

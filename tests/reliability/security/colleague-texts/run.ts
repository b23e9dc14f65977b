import { parseArgs } from 'node:util'
import type { ResultTable } from '../../result-table.ts'
import { printResults, storeResults } from '../../results.ts'
import { candidatesTried } from './school.ts'
import { guessNextWords, measureRecall, mostByGuessing } from './simulation.ts'

/**
 * `npm run test:security`: somebody who knows sixty words of a colleague's text, and this code, adds up to a
 * thousand documents to learn the next word. Fails if more are named than by guessing, or if a copied passage
 * of a hundred words is missed. `--long` attacks more texts and stores the figures.
 */
const { values } = parseArgs({ options: { long: { type: 'boolean', default: false } } })
const [texts, uploads, copies] = values.long ? [50, 1_000, 200] : [20, 200, 50]

const guessed = guessNextWords(texts, uploads, 'penmark')
const most = mostByGuessing(texts)
const lengths = [39, 45, 60, 79, 100, 150, 300]
const recalls = measureRecall(lengths, copies, 'penmark')

const named: ResultTable = {
  title: 'The next word of a colleague’s text',
  columns: [
    'The attacker adds',
    'Texts',
    'Documents for each',
    'Words named',
    'Named where words were counted exactly',
  ],
  rows: guessed.map(({ attack, right, rightByCounting }) => [attack, texts, uploads, right, rightByCounting]),
  attacks: [
    {
      promise: 'isolation',
      attack: 'somebody who knows sixty words of a colleague’s text adds documents to learn the next',
      times: guessed.length * texts,
      atStake: guessed.length * texts,
      unit: 'next words named beyond what guessing names',
      lost: guessed.reduce((sum, { right }) => sum + Math.max(0, right - Math.floor(most)), 0),
    },
  ],
  note: `Each attack is made on so many random texts of 140 words, of which the attacker knows sixty in a row, the program, and ${candidatesTried} words of which one comes next. Guessing names ${texts / candidatesTried} of ${texts} on average, and in 999 of 1,000 simulations at most ${Math.floor(most)}. The attacker deletes each document after reading what is told. The last column is the rule before decision 0099 was revised (any passage of twelve words, counted exactly), with 100 documents for each text.`,
}
const found: ResultTable = {
  title: 'Copied passages that are told across teachers',
  columns: [
    'Words copied',
    'Copies',
    'Told in the first document that meets a text (%)',
    'Told in a later one (%)',
  ],
  rows: recalls.map(({ words, first, later }) => [
    words,
    copies,
    (100 * first) / copies,
    (100 * later) / copies,
  ]),
  note: 'A passage is copied word for word into a text with 120 words of its own. Later documents of the same account are told of passages from 81 to 100 words on, so that none can ask again.',
}

if (values.long) await storeResults('security', [named, found])
else printResults('security', [named, found])
const isGood =
  guessed.every(({ right }) => right <= most) &&
  recalls.every(({ words, first, later }) => words < 100 || first + later === 2 * copies)
process.exitCode = isGood ? 0 : 1

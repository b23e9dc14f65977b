import { describe, expect, test } from 'vitest'
import { tokenFacts } from '../features/token-facts.ts'
import { tokens } from '../text/reading.ts'
import { classifiedKinds, type KindHead, kindMeasures, kindOf, kindProbabilities } from './kind.ts'

const flat: KindHead = {
  mean: Array.from({ length: kindMeasures }, () => 0),
  spread: Array.from({ length: kindMeasures }, () => 1),
  weights: Array.from({ length: kindMeasures * classifiedKinds.length }, () => 0),
  bias: classifiedKinds.map(() => 0),
}
const leaning = (kind: (typeof classifiedKinds)[number]): KindHead => ({
  ...flat,
  bias: classifiedKinds.map((one) => (one === kind ? 4 : 0)),
})
const facts = (text: string) => tokenFacts(tokens(text))

describe('the kind of a text', () => {
  test('is personal writing if the writer speaks of themselves in every sentence, whatever the classifier says', () => {
    const own = facts(
      'My grandmother taught me to cook. I burned my first pot of rice, and I cried until she took me outside.',
    )
    expect(kindOf(leaning('academic'), own)).toBe('personal-writing')
  })

  test('is unknown if no kind is likelier than all others together', () => {
    const text = facts('The river rises every spring, and the town moves its market to the hill.')
    expect(kindOf(leaning('academic'), text)).toBe('academic')
    expect(kindProbabilities(flat, new Float64Array(kindMeasures))).toEqual(
      classifiedKinds.map(() => 1 / classifiedKinds.length),
    )
    expect(kindOf({ ...flat, bias: [0, -9, 0, 0, 0, 0] }, text)).toBeNull()
  })

  test('is a school essay if school essays and learners’ texts together are likely enough', () => {
    const text = facts('The river rises every spring, and the town moves its market to the hill.')
    expect(kindOf({ ...flat, bias: [1.4, 1.2, 0, 0, 0, 0] }, text)).toBe('school-essay')
  })
})

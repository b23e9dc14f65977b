import { describe, expect, test } from 'vitest'
import { compareAcrossTeachers } from './across-teachers.ts'

const words = (name: string, count: number) => Array.from({ length: count }, (_, nth) => `${name}${nth}x`)

function compared(text: string, own: string[], colleagues: [teacher: string, text: string][]) {
  const steps = compareAcrossTeachers(
    { text },
    {
      own: own.map((each) => ({ text: each })),
      colleagues: colleagues.map(([teacher, each]) => ({ teacher, text: each })),
    },
  )
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

const runsOf = (text: string, colleague: string) =>
  compared(text, [], [['bo', colleague]]).flatMap(({ stretches }) => stretches.map(({ runs }) => runs))

describe('what two texts of different teachers share', () => {
  test('goes on past a word that was replaced, added or left out, if seven equal ones came before', () => {
    const theirs = words('shared', 40)
    const replaced = theirs.with(20, 'other')
    const added = [...theirs.slice(0, 20), 'more', ...theirs.slice(20)]
    const left = theirs.toSpliced(20, 1)
    const lengths = [replaced, added, left].map((own) =>
      runsOf(own.join(' '), theirs.join(' ')).map((runs) => runs.map(({ length }) => length)),
    )
    expect(lengths).toEqual([[[20, 19]], [[20, 20]], [[20, 19]]])
    const often = theirs.map((word, nth) => (nth % 6 === 5 ? `other${nth}` : word))
    expect(runsOf(often.join(' '), theirs.join(' ')).every((runs) => runs.length <= 2)).toBe(true)
  })

  test('grows by one word with each equal word, and never by more', () => {
    const theirs = words('shared', 80)
    for (let end = 20; end < 60; end += 1) {
      const [runs] = runsOf([...theirs.slice(0, end), ...words('own', 30)].join(' '), theirs.join(' '))
      expect(runs).toEqual([{ a: 0, b: 0, length: end }])
    }
  })
})

describe('what is common', () => {
  const sheet = words('sheet', 60).join(' ')
  const filled = (nth: number) => `${sheet} ${words(`filled${nth}`, 30).join(' ')}`
  const ten = Array.from({ length: 10 }, (_, nth) => filled(nth))

  test('is set aside if ten documents of three colleagues have it, or ten of the teacher, and not if ten of both', () => {
    const ofThree = ten.map((text, nth): [string, string] => [`colleague ${nth % 3}`, text])
    const ofTwo = ten.map((text, nth): [string, string] => [`colleague ${nth % 2}`, text])
    expect(compared(filled(99), [], ofThree)).toEqual([])
    expect(compared(filled(99), [], ofTwo)).toHaveLength(10)
    expect(compared(filled(99), ten, [['bo', filled(50)]])).toEqual([])
    expect(compared(filled(99), ten.slice(0, 9), [['bo', filled(50)]])).toHaveLength(1)
  })
})

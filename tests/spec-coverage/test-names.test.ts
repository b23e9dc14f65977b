import { expect, test } from 'vitest'
import { readTestNames, testNamesIn } from './test-names.ts'

test('prefixes the name of a test with its describe blocks', () => {
  const source = `
    test('alone', () => {})
    describe('a door', () => {
      it("opens", async () => {})
      describe.each([1, 2])('of %i wings', () => { it.only(\`shuts\`, () => {}) })
    })`
  expect(testNamesIn(source)).toEqual(['alone', 'a door > opens', 'a door > of %i wings > shuts'])
})

test('keeps placeholders as written', () => {
  const source = `
    it.each([[1, 'a']] as const)('turns %s into $name', () => {})
    it.each\`a | b\`('counts $a', () => {})
    for (const n of many) test(\`takes \${n} of them\`, () => {})`
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the name of a test as it is written
  expect(testNamesIn(source)).toEqual(['turns %s into $name', 'counts $a', 'takes ${n} of them'])
})

test('finds a test below a generic function', () => {
  const source = "const same = <T>(value: T) => value\nit('opens', () => {})"
  expect(testNamesIn(source, 'door.test.ts')).toEqual(['opens'])
})

test('ignores skipped tests and other calls', () => {
  const source = `
    it.skip('later', () => {})
    test.todo('much later')
    describe.skip('a door', () => { it('opens', () => {}) })
    permit('opens', () => {})
    // it('was here once', () => {})
    const text = "it('says so', () => {})"`
  expect(testNamesIn(source)).toEqual([])
})

test('finds the tests of the whole product, including this one', () => {
  const names = readTestNames()
  expect(names.get('tests/spec-coverage/test-names.test.ts')).toContain(
    'finds the tests of the whole product, including this one',
  )
  expect([...names.keys()].some((file) => file.startsWith('apps/web/'))).toBe(true)
  expect([...names.keys()].some((file) => file.includes('node_modules'))).toBe(false)
})

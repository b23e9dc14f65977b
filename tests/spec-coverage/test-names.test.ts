import { expect, test } from 'vitest'
import { readTestNames, testNamesIn, testsIn } from './test-names.ts'

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
  expect(names.get('tests/spec-coverage/test-names.test.ts')).toContain('finds the tests of the whole product, including this one')
  expect([...names.keys()].some((file) => file.startsWith('apps/web/'))).toBe(true)
  expect([...names.keys()].some((file) => file.includes('node_modules'))).toBe(false)
})

test('reads a test with its table of cases and the declarations it uses', () => {
  const [opens] = testsIn(`
    const doors = ['front', 'back']
    const unused = 1
    const knock = (door) => hit(door, doors)
    describe.each([['red']])('%s', () => { it('opens', () => expect(knock()).toBe('open')) })`)
  for (const part of ["['red']", "'open'", 'const knock', "'back'"]) expect(opens?.source).toContain(part)
  expect(opens?.source).not.toContain('unused')
})

test('reads declarations of the blocks around a test, the inner before the outer', () => {
  const [opens] = testsIn(`
    const knock = () => 'outer'
    describe('a door', () => {
      const knock = () => 'inner'
      describe('in a house', () => { it('opens', () => expect(knock()).toBe('open')) })
    })`)
  expect(opens?.source).toContain('inner')
  expect(opens?.source).not.toContain('outer')
})

test('leaves out the title, which proves nothing', () => {
  const [opens] = testsIn("it.each(['front'])('opens in 5 s', () => expect(door).toBe('open'), 1_000)")
  for (const part of ["['front']", "'open'", '1_000']) expect(opens?.source).toContain(part)
  expect(opens?.source).not.toContain('5 s')
})

test.each([
  ["expect(door).toBe('open')", true],
  ["screen.getByText('open')", true],
  ['await eventually(() => expect(knock).not.toHaveBeenCalled())', true],
  ["expect(door).not.toBe('open')", false],
  ['expect(doors).toEqual([])', false],
  ['expect(door).toBeNull()', false],
  ['expect(doors).not.toContain(1); expect(walls).toHaveLength(4)', true],
  ['knock()', true],
])('%s expects something to be there: %s', (body, presence) => {
  expect(testsIn(`it('opens', async () => { ${body} })`)[0]?.provesPresence).toBe(presence)
})

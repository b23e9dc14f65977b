import ts from 'typescript'
import { expect, test } from 'vitest'
import { findLookups } from './find.ts'

function found(text: string): string[] {
  const options: ts.CompilerOptions = { strict: true, target: ts.ScriptTarget.ESNext }
  const host = ts.createCompilerHost(options)
  const real = host.getSourceFile.bind(host)
  host.getSourceFile = (name, target) =>
    name === 'example.ts' ? ts.createSourceFile(name, text, target, true) : real(name, target)
  const program = ts.createProgram(['example.ts'], options, host)
  return findLookups(program, (file) => file === 'example.ts').map((finding) => finding.text)
}

test('finds lookups of external names on plain objects, which also inherit toString', () => {
  const table =
    'const table = { a: 1 } as const; const free: Record<string, number> = {}; declare const name: string;'
  expect(found(`${table} export const is = name in table`)).toEqual(['name in table'])
  expect(found(`${table} export const is = free[name]`)).toEqual(['free[name]'])
})

test('ignores known names, maps, lists, assignments and hasOwn', () => {
  const known = `const table = { a: 1 } as const; declare const name: string, key: 'a', error: object, list: string[], free: Record<string, number>
    free[name] = 1; delete free[name]
    export const all = ['code' in error, table[key], list[0], new Map([['a', 1]]).get(name), Object.hasOwn(table, name)]
    for (const each in table) console.log(each)`
  expect(found(known)).toEqual([])
})

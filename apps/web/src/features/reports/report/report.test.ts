import { expect, it } from 'vitest'
import { printFooter } from './report.tsx'

it('prints the address and the hash of the text on every page', () => {
  const sheet = printFooter('https://school.example/documents/d-1/report', 'ab12')
  expect(sheet).toContain('content: "https://school.example/documents/d-1/report" "\\A" "SHA-256 ab12"')
})

it('cannot be broken by the address', () => {
  expect(printFooter('https://x.example/"} body { display: none }\\', null)).toContain(
    'content: "https://x.example/ } body { display: none } "',
  )
})

import { expect, test } from 'vitest'
import { malformedIdentifiers } from './identifiers.ts'

test.each([
  'https://doi.org/10.1016/j.jhydrol.2019.02.001',
  'doi: 10.1000/182',
  'https://doi.org/10. 1016/broken-by-a-line',
  'https://doi.org/10.1016',
  'https://doi.org/10.1371%2Fjournal.pone.0175508',
  'ISBN 978-0-306-40615-7',
  'ISBN 0-306-40615-2',
  'ISBN 080442957X',
  'ISBN: 978-0-306-40615-7 312 pages',
  'ISSN 0378-5955',
  'arXiv:2104.08691v2',
  'arXiv:1412.6980',
  'arXiv:hep-th/9901001',
])('finds nothing wrong with %s', (text) => {
  expect(malformedIdentifiers(text, 2026)).toEqual([])
})

test.each([
  ['https://doi.org/11.1016/j.jhydrol.2019', 'doi', '11.1016/j.jhydrol.2019'],
  ['doi:10.12/abcdef.', 'doi', '10.12/abcdef'],
  ['ISBN 978-0-306-40615-3', 'isbn', '978-0-306-40615-3'],
  ['ISBN 0-306-40615-3', 'isbn', '0-306-40615-3'],
  ['ISSN 0378-5954', 'issn', '0378-5954'],
  ['arXiv:2113.08691', 'arxiv', '2113.08691'],
  ['arXiv:2104.0869', 'arxiv', '2104.0869'],
  ['https://arxiv.org/abs/9904.08691', 'arxiv', '9904.08691'],
])('finds %s malformed', (text, name, value) => {
  expect(malformedIdentifiers(text, 2026)).toEqual([{ name, value }])
})

import { expect, test } from 'vitest'
import { findFacts } from './facts.ts'

const remainsOf = (text: string) =>
  findFacts(text).find(({ kind }) => kind === 'markdown-remains')?.count ?? 0

test.each([
  [
    'comments of R and stars of its output',
    `# Data cleaning\n\nbees <- read.csv("bees.csv")\n\n# Fit the model\n\nfit <- lm(visitors ~ day)\n\n# Print\n\nsummary(fit)\n\nday 0.842 0.0012 **\n\nSignif. codes: 0 '***' 0.001 '**' 0.01 '*' 0.05 '.' 0.1 ' ' 1`,
  ],
  ['curly signs of its output', 'Signif. codes: 0 ‘***’ 0.001 ‘**’ 0.01 ‘*’ 0.05, or ‘**’ 0.01, ‘**’ 0.1'],
  [
    'comments of Python',
    '# Import what is needed\nimport pandas as pd\n\n# Read the table\n# that the sensors wrote\n\nbees = pd.read_csv("bees.csv")\nfor day in bees:\n    count(day)\n# End of the program',
  ],
  ['comments of Julia', '# Load packages\nusing DataFrames\n# Plot\nplot(bees)'],
  [
    'comments of a shell',
    '# Install\npip install pandas\n# Start\n$ ./count.sh\n\nThen:\n\n# Again\n./count.sh',
  ],
  [
    'comments of settings',
    '# Size of the page\nwidth: 20\n\nOr so:\n\n# Image\nFROM python:3\nRUN ./count.sh',
  ],
  ['comments whose line breaks were lost', '# Fit the model fit <- lm(visitors ~ day)\n\n# Size size = 5'],
  ['output in comments', 'summary(fit)\n\n## Call:\n## lm(formula = visitors ~ day)\n## [1] 0.5'],
  ['powers', 'The area is x**2 + y**2, or (x + 1)**2 + (y + 1)**2.'],
  ['arguments of functions', 'def count(*args, **kwargs): return add(**kwargs)'],
])('takes no %s for remains of Markdown', (_, text) => {
  expect(remainsOf(text)).toBe(0)
})

test.each([
  '1. Visitors .44** .31** 2. Weather .21* .52** 3. Day .18** .09',
  'Visitors .44**, .31** and (.52**) or (0.18**).',
  'Visitors .44 ** .31 **',
  '0.31**\t0.42**',
  'Note. ** p < .01, *** p < .001; ** as above.',
  'Note: **p < .01, ***p < .001, **p<.01,***p<.001',
  '* p < .05\n** p < .01\n*** p < .001',
  'The growth of 5%** and 7%** of a) day** b) night**',
])('takes stars of significance for no bold text: %s', (text) => {
  expect(remainsOf(text)).toBe(0)
})

test('still counts headings, bold text and lists of Markdown', () => {
  expect(remainsOf('# Bees\n\nBees are **very useful**, and (**most**) of them are “small”.')).toBe(3)
  expect(remainsOf('## Why it matters\n\n- **Honey:** sweet\n* **Wax**: hard\n\n1. **Pollen**')).toBe(6)
  expect(remainsOf('# Bees\n\nThey fly.\n\n## Food\n\nHoney, mostly (see Table 1).')).toBe(2)
})

import { afterAll } from 'vitest'
import { startBibliographicServices } from '../../../../apps/server/src/testing/services/bibliographic-services.ts'
import { expectAccessible } from '../../browser/accessibility.ts'
import { journeys } from '../../journey.ts'
import { registerTeacher } from '../../steps/account.ts'
import { openReport, uploadFile } from '../../steps/documents.ts'
import { essay } from '../../steps/texts.ts'

const services = await startBibliographicServices([
  {
    doi: '10.1234/trains',
    title: 'Night trains across Europe',
    authors: [{ given: 'Ada', family: 'Brightwell' }],
    year: 2018,
  },
  {
    doi: '10.1234/soil',
    title: 'Soil memory and policy',
    authors: [{ given: 'Mar', family: 'Cruz' }],
    year: 2012,
  },
  {
    doi: '10.1234/foxes',
    title: 'Urban foxes',
    authors: [{ given: 'Cy', family: 'Otter' }],
    year: 2011,
    isRetracted: true,
  },
])
afterAll(() => services.close())
const journey = journeys({
  REFERENCE_CHECK: 'crossref,openalex',
  REFERENCE_CHECK_URL: services.url,
  ALLOW_PRIVATE_TARGETS: 'true',
})
const cited =
  'Trains run at night (Brightwell, 2018). Soil remembers (Cruz, 2020), and foxes live in towns (Otter, 2011; Mole, 2015).'
const list = [
  'Brightwell, A. (2018). Night trains across Europe. Harbour Press.',
  'Cruz, M. (2020). Soil memory and policy. Policy Letters, 3(1), 4–9.',
  'Mole, T. (2015). Digging at dusk: A history. Northgate.',
  'Otter, C. (2011). Urban foxes. Northgate. https://doi.org/10.1234/foxes',
]

journey(
  'a teacher has the references looked up, and reads which differ, are retracted or are in no catalogue',
  async ({ page, product }) => {
    await registerTeacher(page, product.origin)
    const text = [essay, cited, 'References', ...list].join('\n\n')
    await uploadFile(page, { name: 'cited.txt', mimeType: 'text/plain', buffer: Buffer.from(text) })
    await openReport(page, 'cited.txt')
    await page.getByRole('heading', { name: 'File checks' }).click()
    const lookUp = page.getByRole('region', { name: 'References in public catalogues' })
    await lookUp.getByText(/never the student’s text/).waitFor()
    await expectAccessible(page)
    await lookUp.getByRole('button', { name: 'Look these references up' }).click()
    await lookUp.getByText('Retracted: 1').waitFor()
    for (const count of ['Differs: 1', 'Not found: 1', 'Verified: 1']) await lookUp.getByText(count).waitFor()
    await lookUp
      .getByText('Crossref has: Mar Cruz (2012). Soil memory and policy. https://doi.org/10.1234/soil')
      .waitFor()
    await lookUp.getByText('Differs in: year').waitFor()
    await lookUp.getByText(/^Not proof of anything:/).waitFor()
    await page.getByRole('heading', { name: 'File checks' }).waitFor()
    await expectAccessible(page)
    // The results are there for whoever comes back, without asking again.
    await page.reload()
    await page.getByRole('heading', { name: 'File checks' }).click()
    await lookUp.getByText('Verified: 1').waitFor()
    await lookUp.getByRole('button', { name: 'Look them up again' }).waitFor()
  },
)

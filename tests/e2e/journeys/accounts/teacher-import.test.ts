import { expectAccessible } from '../../browser/accessibility.ts'
import { journeys } from '../../journey.ts'
import { registerTeacher, signOut } from '../../steps/account.ts'
import { waitForMailedLink } from '../../steps/outbox.ts'

const journey = journeys()

journey(
  'an administrator imports a list of teachers, and a new teacher signs in by the link in the email',
  async ({ page, product, watch }) => {
    // A new teacher has no profile yet.
    watch.expect(/404.*\/api\/v1\/teachers\/me/)
    await registerTeacher(page, product.origin, { at: '/admin' })
    await page.getByRole('link', { name: /^Import teachers/ }).click()
    await page.getByText('No list has been imported yet.').waitFor()

    const bo = { email: 'bo.aas@school.example', password: 'four rather quiet words' }
    const lines = ['Email;First name;Last name', `${bo.email};Bo;Aas`, 'not an address;Cy;Lo']
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose a file' }).click()
    await (await chooser).setFiles({
      name: 'staff.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(lines.join('\r\n')),
    })
    await page.getByText('1 added · 1 line with a problem').waitFor()
    await page.getByText('There is no valid email.').waitFor()
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Import', exact: true }).click()
    const runs = page.getByRole('table', { name: 'Imports so far' })
    await runs.getByText('1 added · 1 line with a problem').waitFor()
    await page.goto(`${product.origin}/admin`)
    await page.getByText('Invited', { exact: true }).waitFor()
    await signOut(page)

    await page.goto(await waitForMailedLink(product.dataDir, bo.email, 'reset'))
    await page.getByRole('heading', { name: 'Choose a password' }).waitFor()
    await page.getByLabel('Password', { exact: true }).fill(bo.password)
    await page.getByRole('button', { name: 'Save password' }).click()
    await page.getByRole('heading', { name: 'Your password is set' }).waitFor()
    await page.goto(product.origin)
    await page.getByRole('link', { name: 'Get Started' }).click()
    await page.getByLabel('Email', { exact: true }).fill(bo.email)
    await page.getByLabel('Password', { exact: true }).fill(bo.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Where do you teach?' }).waitFor()
  },
)

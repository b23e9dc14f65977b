import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { roles, startTestPlatform } from '../../../../apps/server/src/testing/lti/platform.ts'
import { expectAccessible } from '../../browser/accessibility.ts'
import { journeys, narrow } from '../../journey.ts'
import { registerTeacher } from '../../steps/account.ts'
import { rowWith } from '../../steps/documents.ts'
import { essay } from '../../steps/texts.ts'

const journey = journeys({ ALLOW_PRIVATE_TARGETS: 'true', PLAN_LIMITS: 'off' })
const run = promisify(execFile)

// The first account is the administrator, so this journey runs first.
journey(
  'an instructor launches from a course of a learning platform into its class',
  async ({ page, product, watch }) => {
    const platform = await startTestPlatform()
    try {
      // The platform is deliberately another site.
      watch.expect(new RegExp(`left the origin: GET ${platform.description.issuer}/`))
      const account = await registerTeacher(page, product.origin)
      const { description } = platform
      const course = `${description.issuer}/course?product=${encodeURIComponent(product.origin)}`
      await page.goto(course)
      await page.getByRole('heading', { name: 'This launch was refused' }).waitFor()
      await page.getByText('This platform, or its client ID, is not allowed').waitFor()
      await expectAccessible(page)

      await page.goto(`${product.origin}/integrations/lti`)
      for (const [label, value] of Object.entries({
        Name: 'Moodle of the school',
        'Issuer (platform ID)': description.issuer,
        'Client ID': description.client_id,
        'Deployment IDs, separated by commas': '1',
        'Authentication request address': `${description.issuer}/auth`,
        'Access token address': `${description.issuer}/token`,
        'Public keyset address of the platform': description.keys_url,
      }))
        await page.getByRole('textbox', { name: label }).fill(value)
      await page.getByRole('button', { name: 'Add platform' }).click()
      await page.getByRole('heading', { name: 'Moodle of the school' }).waitFor()
      await expectAccessible(page)

      await page.goto(course)
      await page
        .getByText(
          `Moodle of the school identified you as Ana Sol. Here you are signed in as ${account.email}.`,
        )
        .waitFor()
      await expectAccessible(page)
      platform.people = [{ user_id: 'u1', given_name: 'Ida', family_name: 'Bell', roles: [roles.learner] }]
      await page.getByRole('button', { name: 'Both are mine: link them' }).click()
      await page.getByRole('button', { name: 'Add students' }).click()
      await page.getByText('1 student was added.').waitFor()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Go to the class' }).click()
      await page.waitForURL('**/classes/view/*')
      await page.getByRole('heading', { name: 'Year 10 English' }).first().waitFor()
      const address = page.url()
      await page.goto(course)
      await page.waitForURL(address)

      await page.setViewportSize(narrow)
      for (const path of [
        '/integrations',
        '/integrations/lti',
        '/integrations/webhooks',
        '/integrations/api-keys',
        '/lti/refused?reason=role',
      ]) {
        await page.goto(`${product.origin}${path}`)
        await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
        await expectAccessible(page)
      }
    } finally {
      await platform.close()
    }
  },
)

journey(
  'a program sends a document with an API key and receives a webhook when it is finished',
  async ({ page, product }) => {
    const bodies: string[] = []
    const program = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        bodies.push(Buffer.concat(chunks).toString('utf8'))
        response.writeHead(204).end()
      })
    }).listen(0, '127.0.0.1')
    await once(program, 'listening')
    const folder = await mkdtemp(join(tmpdir(), 'penmark-program-'))
    try {
      await registerTeacher(page, product.origin)
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Integrations' }).click()
      await page.getByRole('radio', { name: 'Moodle' }).check()
      await page.getByRole('button', { name: 'Register Interest' }).click()
      await page.getByText('Thank you for your interest in Moodle').waitFor()
      await expectAccessible(page)

      await page.getByRole('link', { name: 'Manage webhooks' }).click()
      await page.getByText('You have no webhooks').waitFor()
      await expectAccessible(page)
      await page
        .getByRole('textbox', { name: 'Address' })
        .fill(`http://127.0.0.1:${(program.address() as AddressInfo).port}/hook`)
      await page.getByRole('button', { name: 'Add webhook' }).click()
      await page.getByRole('textbox', { name: 'Signing secret' }).waitFor()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'I have copied it' }).click()

      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Integrations' }).click()
      await page.getByRole('link', { name: 'Manage API keys' }).click()
      await page.getByText('You have no API keys').waitFor()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'New API key' }).click()
      await page.getByRole('textbox', { name: 'Name' }).fill('Library scanner')
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Create key' }).click()
      const key = await page.getByRole('textbox', { name: 'API key' }).inputValue()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'I have copied it' }).click()

      await writeFile(join(folder, 'essay.txt'), essay)
      const upload = [
        '-sS',
        '-H',
        `Authorization: Bearer ${key}`,
        '-F',
        'file=@essay.txt',
        `${product.origin}/api/v1/documents/upload`,
      ]
      const { id } = JSON.parse((await run('curl', upload, { cwd: folder })).stdout) as { id: string }
      await expect.poll(() => bodies.length, { timeout: 120_000 }).toBe(1)
      expect(JSON.parse(bodies[0] ?? '')).toMatchObject({
        type: 'document.completed',
        data: { document_id: id, status: 'COMPLETED' },
      })
      expect(bodies.join('')).not.toContain('essay')

      await page.goto(`${product.origin}/integrations/webhooks`)
      await page.locator('summary').click()
      await page.getByText('Delivered').waitFor()
      await expectAccessible(page)
      await page.goto(`${product.origin}/integrations/api-keys`)
      await page.getByRole('button', { name: 'Revoke Library scanner' }).click()
      await page.getByRole('button', { name: 'Revoke', exact: true }).click()
      await page.getByText('You have no API keys').waitFor()
      const refused = await run('curl', ['-s', '-o', '/dev/null', '-w', '%{http_code}', ...upload.slice(1)], {
        cwd: folder,
      })
      expect(refused.stdout).toBe('401')
      await page.goto(`${product.origin}/documents`)
      await rowWith(page, 'essay.txt', 'Completed')
    } finally {
      program.closeAllConnections()
      program.close()
      await rm(folder, { recursive: true, force: true })
    }
  },
)

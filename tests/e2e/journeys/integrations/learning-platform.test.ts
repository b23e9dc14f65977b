import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { roles, startTestPlatform } from '../../../../apps/server/src/testing/lti/platform.ts'
import { expectAccessible } from '../../browser/accessibility.ts'
import { journeys, narrow } from '../../journey.ts'
import { registerTeacher } from '../../steps/account.ts'
import { essay } from '../../steps/texts.ts'

const journey = journeys({ ALLOW_PRIVATE_TARGETS: 'true', PLAN_LIMITS: 'off' })
const claim = (name: string) => `https://purl.imsglobal.org/spec/lti/claim/${name}`

// The first account is the administrator.
journey(
  'a platform registers itself and links an assignment, and its submissions become reports',
  async ({ page, product, watch }) => {
    const platform = await startTestPlatform()
    const { issuer } = platform.description
    try {
      // The platform is deliberately another site.
      watch.expect(new RegExp(`left the origin: (GET|POST) ${issuer}/`))
      await registerTeacher(page, product.origin, { at: '/integrations/lti' })
      await page.getByRole('button', { name: 'Create registration address' }).click()
      const registration = await page.getByRole('textbox', { name: 'Registration address' }).inputValue()
      await expectAccessible(page)
      const sent = new URLSearchParams({
        openid_configuration: `${issuer}/openid`,
        registration_token: 'once',
      })
      await page.goto(`${registration}&${sent}`)
      await page.getByText('wants to send teachers to Penmark').waitFor()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Connect' }).click()
      await page.getByRole('heading', { name: 'Connected' }).waitFor()
      watch.expect(/400.*\/lti\/register/)
      await page.goto(`${registration}&${sent}`)
      await page.getByText('This address has already been used').waitFor()
      await expectAccessible(page)
      await page.goto(`${product.origin}/integrations/lti`)
      await page.getByRole('heading', { name: `Moodle (${new URL(issuer).host})` }).waitFor()

      // The platform shows us in a frame, where nobody can sign in; the choice made in the window comes back
      // through the frame.
      platform.launchClaims = platform.choiceClaims(['ltiAssetProcessor'])
      const course = `${issuer}/course?product=${encodeURIComponent(product.origin)}`
      await page.goto(`${course}&frame`)
      const frame = page.frameLocator('iframe')
      const opening = page.waitForEvent('popup')
      await frame.getByRole('link', { name: 'Open Penmark' }).click()
      const opened = await opening
      await opened.getByRole('button', { name: 'Both are mine: link them' }).click()
      await opened.getByText('From now on, student submissions are checked here').waitFor()
      await expectAccessible(opened)
      await opened.setViewportSize(narrow)
      await expectAccessible(opened)
      await opened.getByRole('textbox', { name: 'Title of the link' }).fill('Penmark')
      await opened.getByRole('button', { name: 'Create link' }).click()
      await opened.getByText('Done. Close this window and go back to your course.').waitFor()
      await expectAccessible(opened)
      await opened.close()
      await frame.getByRole('heading', { name: 'Linked' }).waitFor()
      expect([platform.chosen.length, platform.handler?.handler]).toEqual([
        1,
        `${product.origin}/lti/notices`,
      ])

      const id = randomUUID()
      platform.people = [{ user_id: 'u1', given_name: 'Ida', family_name: 'Bell', roles: [roles.learner] }]
      platform.assets.set(id, { content: essay, type: 'text/plain', filename: 'ida.txt' })
      const notices = JSON.stringify({ notices: [{ jwt: await platform.notice([id]) }] })
      const taken = await fetch(`${product.origin}/lti/notices`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: notices,
      })
      expect(taken.status).toBe(200)
      // Simulates a power cut: what was acknowledged must not be lost.
      await product.kill()
      await product.start()
      await expect
        .poll(() => platform.reports.at(-1), { timeout: 120_000 })
        .toMatchObject({ assetId: id, processingProgress: 'Processed' })

      platform.launchClaims = {
        [claim('message_type')]: 'LtiReportReviewRequest',
        [claim('resource_link')]: undefined,
        [claim('activity')]: { id: 'assignment-5' },
        [claim('asset')]: { id },
        [claim('assetreport_type')]: 'authorship',
      }
      await page.goto(course)
      await page.waitForURL('**/documents/*/report')
      await page.getByText('ida.txt').first().waitFor()

      // Students who leave the course are removed from the class.
      platform.people = [{ user_id: 'u2', given_name: 'Ben', family_name: 'Ash', roles: [roles.learner] }]
      platform.launchClaims = {}
      await page.goto(course)
      await page.waitForURL('**/classes/view/*')
      await page.getByRole('tab', { name: 'Students (1)' }).click()
      await page.getByRole('button', { name: 'Update from the course' }).click()
      await page.getByText('1 student left the course and was removed.').waitFor()
      await page.getByRole('cell', { name: 'Ash', exact: true }).waitFor()
      await expectAccessible(page)
      await page.setViewportSize(narrow)
      await expectAccessible(page)
    } finally {
      await platform.close()
    }
  },
)

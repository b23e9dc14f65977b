import { expect } from 'vitest'
import { roles, startTestPlatform } from '../../../../apps/server/src/testing/lti/platform.ts'
import { expectAccessible } from '../../browser/accessibility.ts'
import { journeys } from '../../journey.ts'
import { allSaved, editorOf, openLink, setTask } from '../../steps/writing.ts'

const journey = journeys({ ALLOW_PRIVATE_TARGETS: 'true', PLAN_LIMITS: 'off' })
const claim = (name: string) => `https://purl.imsglobal.org/spec/lti/claim/${name}`

// The first account is the administrator.
journey(
  'a teacher links a writing task in a course, and a student writes there and hands in',
  async ({ page, product, watch }) => {
    const { origin } = product
    const platform = await startTestPlatform()
    const { issuer } = platform.description
    const course = `${issuer}/course?product=${encodeURIComponent(origin)}`
    const leaves = new RegExp(`left the origin: (GET|POST) ${issuer}/`)
    watch.expect(leaves)
    try {
      const { caller, task } = await setTask(page, origin)
      expect((await caller.post('/admin/lti/platforms', platform.description)).status).toBe(201)

      platform.launchClaims = platform.choiceClaims(['ltiResourceLink'])
      await page.goto(course)
      await page.getByRole('button', { name: 'Both are mine: link them' }).click()
      await page.getByRole('radio', { name: 'A writing task' }).click()
      await page.getByRole('combobox', { name: 'Writing task' }).waitFor()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Create link' }).click()
      await page.getByRole('heading', { name: 'Linked' }).waitFor()

      const custom = { [claim('custom')]: { penmark_task: task.id } }
      platform.launchClaims = { ...custom, sub: 'u9', name: 'Ben Ash', [claim('roles')]: [roles.learner] }
      const { student, watch: studentWatch } = await openLink(page, { link: `${course}&frame`, origin })
      studentWatch.expect(leaves)
      const opening = student.waitForEvent('popup')
      await student.frameLocator('iframe').getByRole('button', { name: 'Start writing' }).click()
      const room = await opening
      await room.getByText('Ben Ash').first().waitFor()
      await room.getByRole('button', { name: 'Begin writing' }).click()
      await editorOf(room).click()
      await room.keyboard.type('Our town was poor before the harbour came.')
      await allSaved(room)
      expect(new URL(room.url()).hash).toMatch(/^#lti\.[\da-f-]{36}$/)
      await room.reload()
      await editorOf(room).getByText('Our town was poor before the harbour came.').waitFor()
      await room.getByRole('button', { name: 'Hand in', exact: true }).click()
      await room.getByRole('button', { name: 'Hand in now' }).click()
      await room.getByText(/^Handed in on/).waitFor()
      await student.context().close()

      platform.launchClaims = custom
      await page.goto(course)
      await page.waitForURL(`**/writing/${task.id}`)
      await page.getByRole('link', { name: 'Ben Ash' }).waitFor()
      await page.getByText('Handed in', { exact: true }).first().waitFor()
    } finally {
      await platform.close()
    }
  },
)

import { afterAll, beforeAll, beforeEach } from 'vitest'
import { readConfig } from '../../main/config.ts'
import { startTestApp, type TestApp, type TestAppOptions, type TestTeacher } from '../test-app.ts'
import { createLauncher } from './launches.ts'
import { startTestPlatform, type TestPlatform } from './platform.ts'

/** An LTI claim by the end of its name. */
export const claim = (name: string) => `https://purl.imsglobal.org/spec/lti/claim/${name}`

/**
 * A product without plan limits and a platform that may launch it, for the tests of one file. Every test has
 * its own teacher, not yet linked by a launch.
 */
export function useCourse(options: TestAppOptions = {}) {
  let testApp: TestApp
  let platform: TestPlatform
  let operator: TestTeacher
  let ana: TestTeacher
  let teachers = 0
  beforeAll(async () => {
    testApp = await startTestApp({ planLimits: false, ...options })
    platform = await startTestPlatform()
    operator = await testApp.teacher('operator')
    if (options.planLimits) await operator.call('PUT', '/admin/teachers/operator/plan', { plan: 'SCHOOLS' })
    const { status } = await operator.call('POST', '/admin/lti/platforms', platform.description)
    if (status !== 201) throw new Error('The platform was not let in.')
  })
  afterAll(async () => {
    await testApp.close()
    await platform.close()
  })
  beforeEach(async () => {
    teachers += 1
    ana = await testApp.teacher(`ana-${teachers}`)
    await testApp.database.query('delete from lti_people')
  })
  return {
    storageQuota: options.storageQuota ?? readConfig({}).storageQuota,
    get testApp() {
      return testApp
    },
    get platform() {
      return platform
    },
    /** Later launches come from this one. */
    set platform(another) {
      platform = another
    },
    get operator() {
      return operator
    },
    get ana() {
      return ana
    },
    /** Another teacher of this test. */
    another: (name: string) => testApp.teacher(`${name}-${teachers}`),
    ...createLauncher(
      () => testApp.app,
      () => platform,
    ),
  }
}
export type Course = ReturnType<typeof useCourse>

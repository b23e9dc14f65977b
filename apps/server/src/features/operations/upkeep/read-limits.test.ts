import { expect, test } from 'vitest'
import { readConfig, settingDescriptions } from '../../../main/config.ts'
import { type LimitSettings, readLimits } from './read-limits.ts'

const limitsWith = (environment: Record<string, string>, hasEmbeddedSignIn = true) => {
  const { storageQuota, planLimits, publicSite } = readConfig(environment)
  const settings: LimitSettings = { storageQuota, demoPerDay: publicSite.demoPerDay, hasEmbeddedSignIn }
  return readLimits(settings, planLimits)
}
const valuesWith = (environment: Record<string, string>) =>
  Object.fromEntries(limitsWith(environment).map(({ code, value }) => [code, value]))

test('every limit is listed once, and every setting named exists', () => {
  const limits = limitsWith({})
  expect(new Set(limits.map(({ code }) => code)).size).toBe(limits.length)
  const known = new Set(settingDescriptions.map(({ name }) => name))
  expect(limits.flatMap(({ setting }) => (setting === null || known.has(setting) ? [] : [setting]))).toEqual(
    [],
  )
})

test.each([
  ['STORAGE_FREE_MB', 'storage-free', 3 * 1_024 * 1_024],
  ['STORAGE_PRO_MB', 'storage-pro', 3 * 1_024 * 1_024],
  ['STORAGE_SCHOOLS_MB', 'storage-schools', 3 * 1_024 * 1_024],
  ['STORAGE_TOTAL_MB', 'storage-total', 3 * 1_024 * 1_024],
  ['DEMO_PER_DAY', 'demo-detections', 3],
])('%s changes %s alone', (setting, code, value) => {
  expect(valuesWith({ [setting]: '3' })).toEqual({ ...valuesWith({}), [code]: value })
  expect(limitsWith({}).find((limit) => limit.code === code)?.setting).toBe(setting)
})

test('without plan limits every account has the words and the storage of Schools', () => {
  const values = valuesWith({ PLAN_LIMITS: 'off', STORAGE_SCHOOLS_MB: '7' })
  expect(values).toMatchObject({ 'words-free': null, 'words-pro': null, 'words-schools': null })
  expect([values['storage-free'], values['storage-pro']]).toEqual([
    values['storage-schools'],
    values['storage-schools'],
  ])
})

test('attempts to sign in are left out where an external provider limits them', () => {
  expect(limitsWith({}, false).filter(({ area }) => area === 'sign-in')).toEqual([])
})

import { expect, test } from 'vitest'
import { readConfig, SettingsError, settingDescriptions } from './config.ts'

test('needs no setting at all', () => {
  const config = readConfig({})
  expect(config).toMatchObject({ port: 3000, publicUrl: 'http://localhost:3000', databaseUrl: null, adminEmails: [], logLevel: 'info' })
  expect(config.oidc).toEqual({ issuer: null, clientId: 'penmark-web', audience: 'penmark-api', scope: 'openid profile email' })
})

test('follows the port in the public address unless one is given', () => {
  expect(readConfig({ PORT: '4000' }).publicUrl).toBe('http://localhost:4000')
  expect(readConfig({ PORT: '4000', PUBLIC_URL: 'https://penmark.school.example/' }).publicUrl).toBe('https://penmark.school.example')
})

test('counts an empty variable as unset', () => {
  expect(readConfig({ PORT: ' ', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: null })
})

test('reads addresses of administrators in lower case', () => {
  expect(readConfig({ ADMIN_EMAILS: 'Ana@School.example, ,bo@school.example' }).adminEmails).toEqual([
    'ana@school.example',
    'bo@school.example',
  ])
})

test('lists every wrong setting at once, by name', () => {
  const read = () => readConfig({ PORT: 'eighty', PUBLIC_URL: 'school', LOG_LEVEL: 'loud', TRUST_PROXY: 'yes' })
  expect(read).toThrow(SettingsError)
  for (const name of ['PORT', 'PUBLIC_URL', 'LOG_LEVEL', 'TRUST_PROXY']) expect(read).toThrow(name)
})

test('never repeats a database address, which holds a password', () => {
  expect(() => readConfig({ DATABASE_URL: 'mysql://ana:secret@db' })).toThrow(/DATABASE_URL/)
  expect(() => readConfig({ DATABASE_URL: 'mysql://ana:secret@db' })).not.toThrow(/secret/)
})

test('describes each setting for the table of the README', () => {
  expect(settingDescriptions.map(({ name }) => name)).toContain('DATA_DIR')
  for (const { name, default: fallback, meaning } of settingDescriptions) {
    expect(name).toMatch(/^[A-Z_]+$/)
    expect(fallback).not.toBe('')
    expect(meaning).not.toBe('')
  }
})

test('takes a released model by its name and any other by the path of its file', () => {
  expect(readConfig({}).detectorModel).toMatch(/models[\\/]standard\.penmark$/)
  expect(readConfig({ DETECTOR_MODEL: 'open' }).detectorModel).toMatch(/models[\\/]open\.penmark$/)
  expect(readConfig({ DETECTOR_MODEL: '/srv/own.penmark' }).detectorModel).toBe('/srv/own.penmark')
})

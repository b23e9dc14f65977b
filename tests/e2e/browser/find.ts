import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** Path of a Chromium: CHROMIUM_PATH, else the system's, else Playwright's; null if there is none. */
export const findChromium = (environment: NodeJS.ProcessEnv = process.env): string | null =>
  findProgram('CHROMIUM_PATH', environment, { names, elsewhere: [...elsewhere, chromium.executablePath()] })

/**
 * Path of the Chromium for journeys: first the build without windows, which takes a fifth less of the
 * processor, but CHROMIUM_PATH before all. What is measured or shown to people is drawn by a browser that
 * they have.
 */
export const findJourneyChromium = (environment: NodeJS.ProcessEnv = process.env): string | null =>
  findProgram('CHROMIUM_PATH', environment, { names: ['chromium-headless-shell'], elsewhere: [] }) ??
  findChromium(environment)

/**
 * Path of a Firefox: FIREFOX_PATH, else the system's; null if there is none. Playwright's own build is not
 * asked for.
 */
export const findFirefox = (environment: NodeJS.ProcessEnv = process.env): string | null =>
  findProgram('FIREFOX_PATH', environment, {
    names: ['firefox', 'firefox-esr'],
    elsewhere: [
      '/Applications/Firefox.app/Contents/MacOS/firefox',
      'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
    ],
  })

/** The program that a setting names, else one of these names on the path, else one of these files. */
function findProgram(
  setting: string,
  environment: NodeJS.ProcessEnv,
  known: { names: readonly string[]; elsewhere: readonly string[] },
): string | null {
  const named = environment[setting]
  if (named) {
    if (!isProgram(named)) throw new Error(`${setting} is not an executable: ${named}`)
    return named
  }
  const folders = (environment.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  const candidates = [
    ...known.names.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...known.elsewhere,
  ]
  return candidates.find(isProgram) ?? null
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

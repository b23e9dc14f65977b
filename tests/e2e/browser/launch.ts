import { type Browser, chromium, type LaunchOptions } from 'playwright'

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** A headless Chromium without background requests. Unless `handleSIGINT` is false, SIGINT closes it and ends this process at once. */
export function launchChromium(path: string, options: Pick<LaunchOptions, 'handleSIGINT'> = {}): Promise<Browser> {
  return chromium.launch({ executablePath: path, headless: true, args: flags, ...options })
}

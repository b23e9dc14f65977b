import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const patienceMs = 10 * 60_000

/**
 * Installs Chromium from Debian's packages if permitted, else Playwright's. The caller has to check whether
 * it worked.
 */
export function installChromium(): void {
  const debian = existsSync('/etc/debian_version') && process.getuid?.() === 0
  const install = (name: string) => runs('apt-get', ['install', '-y', '--no-install-recommends', name])
  if (debian && runs('apt-get', ['update']) && (install('chromium-headless-shell') || install('chromium')))
    return
  const cli = join(dirname(createRequire(import.meta.url).resolve('playwright/package.json')), 'cli.js')
  runs(process.execPath, [cli, 'install', 'chromium'])
}

function runs(program: string, args: string[]): boolean {
  process.stdout.write(`No Chromium found. Running: ${[program, ...args].join(' ')}\n`)
  const { status } = spawnSync(program, args, {
    stdio: 'inherit',
    timeout: patienceMs,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  return status === 0
}

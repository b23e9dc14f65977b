import { type Browser, chromium, type LaunchOptions } from 'playwright'

/**
 * What Playwright 1.65 disables. Chromium uses only the last list of features, so ours has to contain these.
 */
const disabledByPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]
/**
 * Pages that nobody sees but cost processor time: one kept ready for the next site, and the suggestions below
 * the address bar.
 */
const unseen = ['SpareRendererForSitePerProcess', 'WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...disabledByPlaywright, ...unseen].join(',')}`,
]

/**
 * A headless Chromium without background requests. Unless `handleSIGINT` is false, SIGINT closes it and ends
 * this process at once.
 */
export function launchChromium(
  path: string,
  options: Pick<LaunchOptions, 'handleSIGINT'> = {},
): Promise<Browser> {
  return chromium.launch({ executablePath: path, headless: true, args: flags, ...options })
}

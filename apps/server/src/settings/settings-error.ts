import { brand } from '@penmark/contract'

/** One or more settings are wrong. The message lists every one of them. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'

  constructor(faults: string[]) {
    super(`${brand.name} cannot start. Correct these settings:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
  }
}

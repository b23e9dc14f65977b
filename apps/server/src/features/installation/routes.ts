import { type Installation, routes } from '@penmark/contract'
import type { Binder } from '../../http/bind.ts'
import type { Queue } from '../../outside/queue/queue.ts'
import { type CheckParts, finishSetup, isSetUp, readChecks, readTestEmail, sendTestEmail } from './checks.ts'
import { claimSetup, type NeedsTwoFactor, readSetup, readStanding, type SetupParts } from './setup.ts'

interface InstallationParts extends SetupParts, CheckParts {
  /** What is constant while the product runs. */
  installation: Omit<Installation, 'is_set_up'>
  queue: Pick<Queue, 'wake'>
  needsTwoFactor: NeedsTwoFactor
}

/** What the operator's pages show about the installation, and the welcome page of a new one. */
export function bindInstallation({ bind, bindPublic }: Binder, parts: InstallationParts): void {
  const { database, installation, queue, needsTwoFactor } = parts
  bind(routes.readInstallation, async () => ({ ...installation, is_set_up: await isSetUp(database) }))
  bindPublic(routes.readSetup, () => readSetup(parts))
  bind(routes.readSetupStanding, (_input, caller) => readStanding(parts, caller, needsTwoFactor))
  bind(routes.claimSetup, ({ code }, caller) => claimSetup(parts, code, caller, needsTwoFactor))
  bind(routes.readSetupChecks, (_input, caller) => readChecks(parts, caller))
  bind(routes.sendTestEmail, async ({ language = '' }, caller) => {
    const sent = await sendTestEmail(parts, language, caller)
    queue.wake()
    return sent
  })
  bind(routes.readTestEmail, ({ id }) => readTestEmail(parts, id))
  bind(routes.finishSetup, (_input, caller) => finishSetup(parts, caller))
}

import { type Installation, routes } from '@penmark/contract'
import type { Binder } from '../../http/bind.ts'
import type { Queue } from '../../outside/queue/queue.ts'
import { type CheckDependencies, finishSetup, isSetUp, readChecks, readTestEmail, sendTestEmail } from './checks.ts'
import { claimSetup, type NeedsTwoFactor, readSetup, readSetupAccess, type SetupDependencies } from './setup.ts'

interface InstallationDependencies extends SetupDependencies, CheckDependencies {
  /** What is constant while the product runs. */
  installation: Omit<Installation, 'is_set_up'>
  /** Warnings that come and go while it runs. */
  readWarnings(): Promise<Installation['warnings']>
  queue: Pick<Queue, 'wake'>
  needsTwoFactor: NeedsTwoFactor
}

/** What the operator's pages show about the installation, and the welcome page of a new one. */
export function bindInstallation({ bind, bindPublic }: Binder, dependencies: InstallationDependencies): void {
  const { database, installation, readWarnings, queue, needsTwoFactor } = dependencies
  bind(routes.readInstallation, async () => ({
    ...installation,
    warnings: [...installation.warnings, ...(await readWarnings())],
    is_set_up: await isSetUp(database),
  }))
  bindPublic(routes.readSetup, () => readSetup(dependencies))
  bind(routes.readSetupStanding, (_input, caller) => readSetupAccess(dependencies, caller, needsTwoFactor))
  bind(routes.claimSetup, ({ code }, caller) => claimSetup(dependencies, code, caller, needsTwoFactor))
  bind(routes.readSetupChecks, (_input, caller) => readChecks(dependencies, caller))
  bind(routes.sendTestEmail, async ({ language = '' }, caller) => {
    const sent = await sendTestEmail(dependencies, language, caller)
    queue.wake()
    return sent
  })
  bind(routes.readTestEmail, ({ id }) => readTestEmail(dependencies, id))
  bind(routes.finishSetup, (_input, caller) => finishSetup(dependencies, caller))
}

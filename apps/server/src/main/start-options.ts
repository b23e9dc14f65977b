/** Which parts this process runs. */
export type Role = 'all' | 'api' | 'worker'

/** The operator's word that files and database belong together, whatever their ids say. */
export const adoptOption = '--adopt'

export interface Start {
  role: Role
  adopts: boolean
}

/** Reads what follows the program's name: `api`, `worker` or nothing, and perhaps `--adopt`. */
export function readStart(given: string[], isEmbedded: boolean): Start {
  const [role = 'all', ...others] = given.filter((each) => each !== adoptOption)
  if (role !== 'all' && role !== 'api' && role !== 'worker')
    throw new Error(
      `Unknown command "${role}". Use "api", "worker", "migrate", "rotate-keys", "admin", "backup" or "restore", or no command to start both API and worker.`,
    )
  if (others.length > 0)
    throw new Error(`Unknown option "${others.join(' ')}". Only ${adoptOption} can be given here.`)
  if (role !== 'all' && isEmbedded) {
    throw new Error(
      'Only one process can use the embedded database. Set DATABASE_URL to run the API and the worker separately.',
    )
  }
  return { role, adopts: given.includes(adoptOption) }
}

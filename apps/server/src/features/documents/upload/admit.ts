import { Problem } from '@penmark/contract'
import type { Connection } from '../../../database/database.ts'
import { readUsage } from '../../allowance/actions.ts'
import { isBounded, type Plan } from '../../allowance/rules.ts'

const asDate = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Throws `allowance_exceeded` when no words are left in this cycle, or no characters where those are limited. */
export async function requireAllowance(connection: Connection, plan: Plan): Promise<void> {
  if (!isBounded(plan)) return
  const { remaining, limit, cycle, characters } = await readUsage(connection, plan, new Date())
  if (remaining !== 0 && characters.remaining !== 0) return
  const [count, unit] = remaining === 0 ? [limit, 'words'] : [characters.limit, 'characters']
  const used = `You have used your ${(count ?? 0).toLocaleString('en-GB')} ${unit}; they reset on ${asDate.format(cycle.end)}.`
  throw new Problem('allowance_exceeded', `Monthly usage limit exceeded. ${used} Nothing was uploaded.`)
}

import { monthsAfter, type PlanId, planWordLimit } from '@penmark/contract'

/** What the allowance of a teacher depends on. */
export interface Plan {
  teacher_id: string
  plan: PlanId
  /** Set by an administrator; null means the plan's own. */
  custom_word_limit: number | null
  created_at: Date
  pro_plan_activated_at: Date | null
}

/** Start included, end excluded. */
export interface Cycle {
  start: Date
  end: Date
}

/** Words a cycle; null is unlimited. */
export function wordLimitOf({ plan, custom_word_limit }: Plan): number | null {
  return custom_word_limit ?? planWordLimit[plan]
}

/** The calendar month that holds `now`, counted from the account's start, or on Pro from the day Pro began (decision 19). */
export function cycleAt(plan: Plan, now: Date): Cycle {
  const anchor = plan.plan === 'PRO' && plan.pro_plan_activated_at ? plan.pro_plan_activated_at : plan.created_at
  let months = (now.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + now.getUTCMonth() - anchor.getUTCMonth()
  if (monthsAfter(anchor, months) > now) months -= 1
  return { start: monthsAfter(anchor, months), end: monthsAfter(anchor, months + 1) }
}

/** Words left; null is unlimited. Never negative: a lowered limit takes nothing back. */
export function remainingWords(limit: number | null, used: number): number | null {
  return limit === null ? null : Math.max(0, limit - used)
}

export function fits(words: number, remaining: number | null): boolean {
  return remaining === null || words <= remaining
}

/** The movement that brings `used` words to `wanted`, never below those in hand. */
export function adjustmentTo(wanted: number, used: number, inHand: number): number {
  return Math.max(wanted, inHand) - used
}

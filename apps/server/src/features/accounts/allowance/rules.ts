import { monthsAfter, planWordLimit } from '@penmark/contract'
import type { Plan } from '../../../services/events/events.ts'

export type { Plan }

/** Start included, end excluded. */
export interface Cycle {
  start: Date
  end: Date
}

/** Words per cycle; null is unlimited. */
export function wordLimitOf({ plan, custom_word_limit }: Plan): number | null {
  return custom_word_limit ?? planWordLimit[plan]
}

/** Characters per cycle; null is unlimited. */
export function characterLimitOf({ custom_char_limit }: Plan): number | null {
  return custom_char_limit
}

/**
 * The calendar month that holds `now`, counted from the account's start, or on Pro from the day Pro began
 * (specification, decision 19).
 */
export function cycleAt(plan: Plan, now: Date): Cycle {
  const anchor =
    plan.plan === 'PRO' && plan.pro_plan_activated_at ? plan.pro_plan_activated_at : plan.created_at
  let months =
    (now.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + now.getUTCMonth() - anchor.getUTCMonth()
  if (monthsAfter(anchor, months) > now) months -= 1
  return { start: monthsAfter(anchor, months), end: monthsAfter(anchor, months + 1) }
}

/** What a document uses of an allowance. */
export interface Size {
  words: number
  characters: number
}

/** How much of an allowance is used and left; null is unlimited. */
export interface Metered {
  limit: number | null
  used: number
  remaining: number | null
}

export function meter(limit: number | null, used: number): Metered {
  return { limit, used, remaining: remainingOf(limit, used) }
}

/** Which unit there is too little left of. */
export type Shortage = keyof Size

/** What is left of an allowance; null is unlimited. */
export type Remaining = Record<Shortage, number | null>

export function shortageOf(size: Size, remaining: Remaining): Shortage | null {
  return (['words', 'characters'] as const).find((unit) => !fits(size[unit], remaining[unit])) ?? null
}

/** What is left once a document that fits is reserved. */
export function remainingAfter({ words, characters }: Remaining, size: Size): Remaining {
  return {
    words: words === null ? null : words - size.words,
    characters: characters === null ? null : characters - size.characters,
  }
}

/** Whether more is left after a change than before it. */
export function isMoreLeft(before: Remaining, after: Remaining): boolean {
  return (['words', 'characters'] as const).some(
    (unit) => (after[unit] ?? Number.POSITIVE_INFINITY) > (before[unit] ?? Number.POSITIVE_INFINITY),
  )
}

/** Whether this plan has any limit. */
export function isBounded(plan: Plan): boolean {
  return wordLimitOf(plan) !== null || characterLimitOf(plan) !== null
}

/** What is left; null is unlimited. Never negative, also if the limit was lowered below what is used. */
function remainingOf(limit: number | null, used: number): number | null {
  return limit === null ? null : Math.max(0, limit - used)
}

function fits(needed: number, remaining: number | null): boolean {
  return remaining === null || needed <= remaining
}

/**
 * The movements that bring what is used in several cycles together to `target`, but not below what is
 * reserved: one for each cycle, the oldest first, and what is added to the present one.
 */
export function adjustmentsTo(
  target: number,
  cycles: { used: number; reserved: number }[],
): { each: number[]; added: number } {
  let excess = cycles.reduce((sum, { used }) => sum + used, 0) - target
  const added = Math.max(0, -excess)
  const each = cycles.map(({ used, reserved }) => {
    const taken = Math.max(0, Math.min(used - reserved, excess))
    excess -= taken
    return taken === 0 ? 0 : -taken
  })
  return { each, added }
}

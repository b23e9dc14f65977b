import type { MathsProblem } from '@penmark/contract'

export type Sum = Pick<MathsProblem, 'left' | 'operator' | 'right'>

/** How many seconds an unanswered sum, unfinished work and an unused proof stay valid. */
export const checkTimes = { problem: 600, work: 600, proof: 300 } as const

/** A sum for mental arithmetic: no result below zero, no product above 100. `pick(from, to)` chooses an integer, both ends included. */
export function newSum(pick: (from: number, to: number) => number): Sum {
  const operator = (['plus', 'minus', 'times'] as const)[pick(0, 2)] ?? 'plus'
  const highest = operator === 'times' ? 10 : 20
  const [one, other] = [pick(2, highest), pick(2, highest)]
  if (operator !== 'minus') return { left: one, operator, right: other }
  return { left: Math.max(one, other), operator, right: Math.min(one, other) }
}

export function resultOf({ left, operator, right }: Sum): number {
  if (operator === 'plus') return left + right
  return operator === 'minus' ? left - right : left * right
}

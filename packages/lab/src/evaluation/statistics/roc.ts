/** Share of pairs in which the machine text scores higher; ties count half. Null where a side is empty. */
export function auc(human: readonly number[], ai: readonly number[]): number | null {
  if (human.length === 0 || ai.length === 0) return null
  const all = [...human.map((value) => ({ value, ai: false })), ...ai.map((value) => ({ value, ai: true }))].sort(
    (a, b) => a.value - b.value,
  )
  let rankSum = 0
  for (let i = 0; i < all.length; ) {
    let end = i
    while (end < all.length && all[end]?.value === all[i]?.value) end++
    const rank = (i + 1 + end) / 2
    for (let k = i; k < end; k++) if (all[k]?.ai === true) rankSum += rank
    i = end
  }
  return (rankSum - (ai.length * (ai.length + 1)) / 2) / (human.length * ai.length)
}

/** Share of machine texts detected at the lowest threshold that flags at most `rate` of these human texts. */
export function truePositivesAt(human: readonly number[], ai: readonly number[], rate: number): number | null {
  if (human.length === 0 || ai.length === 0) return null
  const sorted = Float64Array.from(human).sort()
  const threshold = sorted[sorted.length - 1 - Math.floor(rate * sorted.length)] ?? Number.POSITIVE_INFINITY
  return ai.filter((value) => value > threshold).length / ai.length
}

/** Share of correct results at the threshold where the error rates for human and machine texts are closest. Null where a side is empty. */
export function equalErrorAccuracy(human: readonly number[], ai: readonly number[]): number | null {
  if (human.length === 0 || ai.length === 0) return null
  const all = [...human.map((value) => ({ value, ai: false })), ...ai.map((value) => ({ value, ai: true }))].sort(
    (a, b) => a.value - b.value,
  )
  let humanBelow = 0
  let aiBelow = 0
  let closest = Number.POSITIVE_INFINITY
  let accuracy = 0
  for (const one of all) {
    if (one.ai) aiBelow++
    else humanBelow++
    const flagged = 1 - humanBelow / human.length
    const missed = aiBelow / ai.length
    if (Math.abs(flagged - missed) < closest) {
      closest = Math.abs(flagged - missed)
      accuracy = 1 - (flagged + missed) / 2
    }
  }
  return accuracy
}

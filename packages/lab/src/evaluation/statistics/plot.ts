import type { Rate, Separation } from './figures.ts'

const rowHeight = 22
const labelWidth = 230
const plotWidth = 430
const width = labelWidth + plotWidth + 110

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const number = (value: number): string => Number(value.toFixed(1)).toString()

interface Row {
  label: string
  /** Stands at the right. */
  note: string
  /** What is drawn for the row, at this height, where a share stands at `x`. */
  marks(x: (share: number) => string, y: number): string
}

/** One line for each row under a common scale of shares, as an SVG. `top` is the share at the right edge. */
function rowsPlot(title: string, rows: readonly Row[], top: number): string {
  const height = 56 + rowHeight * rows.length + 24
  const x = (share: number): string => number(labelWidth + plotWidth * Math.min(1, share / top))
  const lines = [0, 0.25, 0.5, 0.75, 1].map((part) => {
    const at = x(part * top)
    return (
      `<line x1="${at}" y1="44" x2="${at}" y2="${height - 24}" stroke="#8a8f98" stroke-opacity="0.35"/>` +
      `<text x="${at}" y="${height - 8}" text-anchor="middle">${number(100 * part * top)} %</text>`
    )
  })
  const drawn = rows.map(({ label, note, marks }, i) => {
    const middle = 56 + rowHeight * i + rowHeight / 2
    return (
      `<text x="${labelWidth - 8}" y="${middle + 4}" text-anchor="end">${escapeXml(label)}</text>${marks(x, middle)}` +
      `<text x="${labelWidth + plotWidth + 10}" y="${middle + 4}">${escapeXml(note)}</text>`
    )
  })
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="sans-serif" font-size="12" fill="#495057">` +
    `<title>${escapeXml(title)}</title><rect width="${width}" height="${height}" fill="#ffffff"/>` +
    `<text x="12" y="24" font-size="15" font-weight="bold">${escapeXml(title)}</text>${lines.join('')}${drawn.join('')}</svg>\n`
  )
}

const bar = (from: string, to: string, y: number): string =>
  `<line x1="${from}" y1="${y}" x2="${to}" y2="${y}" stroke="#4c6ef5" stroke-width="3" stroke-opacity="0.45"/>`
const dot = (x: string, y: number): string => `<circle cx="${x}" cy="${y}" r="4" fill="#364fc7"/>`

/** Shares with their 95 % intervals, one line each, as an SVG. `top` is the share at the right edge. */
export function ratePlot(title: string, rates: readonly Rate[], top: number): string {
  return rowsPlot(
    title,
    rates.map(({ group, rate, interval, flagged, n }) => ({
      label: group,
      note: `${flagged} of ${n}`,
      marks: (x, y) => bar(x(interval.low), x(interval.high), y) + dot(x(rate), y),
    })),
    top,
  )
}

/**
 * For each group, the machine texts found where 5, 1 and 0.1 % of its people are flagged, as an SVG: a bar
 * from the last to the first, and a dot at the second.
 */
export function separationPlot(title: string, separations: readonly Separation[]): string {
  return rowsPlot(
    title,
    separations.map(({ group, auc, tpr_at_5, tpr_at_1, tpr_at_0_1 }) => ({
      label: group,
      note: auc === null ? '' : `AUC ${auc.toFixed(3)}`,
      marks: (x, y) => bar(x(tpr_at_0_1 ?? 0), x(tpr_at_5 ?? 0), y) + dot(x(tpr_at_1 ?? 0), y),
    })),
    1,
  )
}

const lineColours = ['#364fc7', '#e8590c']

/**
 * How many texts reach a value, one line for each series, as an SVG with a logarithmic scale of counts. The
 * values ascend and are shared by all series; a count of zero ends its line.
 */
export function reachingPlot(
  title: string,
  values: readonly number[],
  series: readonly { name: string; counts: readonly number[] }[],
): string {
  const [left, top, right, bottom] = [70, 50, 640, 330]
  const most = Math.max(...series.flatMap(({ counts }) => counts))
  const decades = Math.ceil(Math.log10(most))
  const [first, last] = [values[0] as number, values.at(-1) as number]
  const x = (value: number): string => number(left + ((right - left) * (value - first)) / (last - first))
  // One text in two judges is half a text, which still has a place.
  const y = (count: number): string =>
    number(bottom - ((bottom - top) * (Math.log10(count) + 1)) / (decades + 1))
  const rows = Array.from({ length: decades + 1 }, (_, i) => 10 ** i).map(
    (count) =>
      `<line x1="${left}" y1="${y(count)}" x2="${right}" y2="${y(count)}" stroke="#8a8f98" stroke-opacity="0.35"/>` +
      `<text x="${left - 8}" y="${Number(y(count)) + 4}" text-anchor="end">${count}</text>`,
  )
  const columns = values
    .filter((value) => Number.isInteger(2 * value))
    .map((value) => `<text x="${x(value)}" y="${bottom + 18}" text-anchor="middle">${value}</text>`)
  const drawn = series.map(({ name, counts }, i) => {
    const colour = lineColours[i % lineColours.length]
    const points = values
      .flatMap((value, k) => ((counts[k] ?? 0) > 0 ? [`${x(value)},${y(counts[k] as number)}`] : []))
      .join(' ')
    return (
      `<polyline points="${points}" fill="none" stroke="${colour}" stroke-width="2"/>` +
      `<text x="${right - 220}" y="${top + 18 * (i + 1)}" fill="${colour}">${escapeXml(name)}</text>`
    )
  })
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 700 372" width="700" height="372" role="img" font-family="sans-serif" font-size="12" fill="#495057">` +
    `<title>${escapeXml(title)}</title><rect width="700" height="372" fill="#ffffff"/>` +
    `<text x="12" y="24" font-size="15" font-weight="bold">${escapeXml(title)}</text>${rows.join('')}${columns.join('')}${drawn.join('')}` +
    `<text x="${(left + right) / 2}" y="362" text-anchor="middle">margin: distance from the threshold of a finding</text></svg>\n`
  )
}

const side = 360
const margin = 56

/**
 * Stated probability against the share of machine texts, as an SVG: points on the diagonal are exact. A
 * point's size is its weight.
 */
export function reliabilityPlot(
  title: string,
  bins: readonly { stated: number; machine: number; weight: number }[],
): string {
  const x = (value: number): string => number(margin + side * value)
  const y = (value: number): string => number(margin + side * (1 - value))
  const ticks = [0, 0.25, 0.5, 0.75, 1].map(
    (value) =>
      `<line x1="${x(value)}" y1="${y(0)}" x2="${x(value)}" y2="${y(1)}" stroke="#8a8f98" stroke-opacity="0.25"/>` +
      `<line x1="${x(0)}" y1="${y(value)}" x2="${x(1)}" y2="${y(value)}" stroke="#8a8f98" stroke-opacity="0.25"/>` +
      `<text x="${x(value)}" y="${margin + side + 18}" text-anchor="middle">${number(100 * value)} %</text>` +
      `<text x="${margin - 8}" y="${Number(y(value)) + 4}" text-anchor="end">${number(100 * value)} %</text>`,
  )
  const points = bins.map(
    ({ stated, machine, weight }) =>
      `<circle cx="${x(stated)}" cy="${y(machine)}" r="${number(3 + 14 * Math.sqrt(weight))}" fill="#364fc7" fill-opacity="0.55"/>`,
  )
  const width = side + 2 * margin
  const height = side + 2 * margin + 12
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="sans-serif" font-size="12" fill="#495057">` +
    `<title>${escapeXml(title)}</title><rect width="${width}" height="${height}" fill="#ffffff"/>` +
    `<text x="12" y="24" font-size="15" font-weight="bold">${escapeXml(title)}</text>${ticks.join('')}` +
    `<line x1="${x(0)}" y1="${y(0)}" x2="${x(1)}" y2="${y(1)}" stroke="#8a8f98" stroke-dasharray="4 4"/>${points.join('')}` +
    `<text x="${margin + side / 2}" y="${height - 8}" text-anchor="middle">stated probability → share of machine texts</text></svg>\n`
  )
}

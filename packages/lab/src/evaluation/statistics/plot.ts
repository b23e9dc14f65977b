import type { Rate } from '../figures.ts'

const rowHeight = 22
const labelWidth = 230
const plotWidth = 430
const width = labelWidth + plotWidth + 110

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const number = (value: number): string => Number(value.toFixed(1)).toString()

/** Shares with their 95 % intervals, one line each, as an SVG. `top` is the share at the right edge. */
export function ratePlot(title: string, rates: readonly Rate[], top: number): string {
  const height = 56 + rowHeight * rates.length + 24
  const x = (share: number): number => labelWidth + plotWidth * Math.min(1, share / top)
  const lines = [0, 0.25, 0.5, 0.75, 1].map((part) => {
    const at = number(x(part * top))
    return (
      `<line x1="${at}" y1="44" x2="${at}" y2="${height - 24}" stroke="#8a8f98" stroke-opacity="0.35"/>` +
      `<text x="${at}" y="${height - 8}" text-anchor="middle">${number(100 * part * top)} %</text>`
    )
  })
  const rows = rates.map((rate, i) => {
    const y = 56 + rowHeight * i
    const middle = y + rowHeight / 2
    return (
      `<text x="${labelWidth - 8}" y="${middle + 4}" text-anchor="end">${escapeXml(rate.group)}</text>` +
      `<line x1="${number(x(rate.interval.low))}" y1="${middle}" x2="${number(x(rate.interval.high))}" y2="${middle}" stroke="#4c6ef5" stroke-width="3" stroke-opacity="0.45"/>` +
      `<circle cx="${number(x(rate.rate))}" cy="${middle}" r="4" fill="#364fc7"/>` +
      `<text x="${labelWidth + plotWidth + 10}" y="${middle + 4}">${rate.flagged} of ${rate.n}</text>`
    )
  })
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="sans-serif" font-size="12" fill="#495057">` +
    `<title>${escapeXml(title)}</title><rect width="${width}" height="${height}" fill="#ffffff"/>` +
    `<text x="12" y="24" font-size="15" font-weight="bold">${escapeXml(title)}</text>${lines.join('')}${rows.join('')}</svg>\n`
  )
}

const side = 360
const margin = 56

/** Stated probability against the share of machine texts, as an SVG: points on the diagonal are exact. A point's size is its weight. */
export function reliabilityPlot(title: string, bins: readonly { stated: number; machine: number; weight: number }[]): string {
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

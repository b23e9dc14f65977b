/** How a figure is written: a count, a share of a hundred, or a plain number with its decimals. */
export type FigureForm = 'count' | 'share' | 'number'

/** `17,910`, `0.17%`, `541` as the language writes them. Small shares keep two decimals, so that they are not rounded to nothing. */
export function writeFigure(language: string, value: number, form: FigureForm): string {
  if (form === 'share') {
    const digits = value !== 0 && value < 0.1 ? 2 : 1
    return new Intl.NumberFormat(language, { style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value)
  }
  return new Intl.NumberFormat(language, { maximumFractionDigits: form === 'count' ? 0 : 2 }).format(value)
}

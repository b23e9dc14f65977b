/** A piece of text as drawn, turned upright. Lengths in points, origin at the lower left corner of the page. */
export interface TextItem {
  text: string
  x: number
  /** Baseline. */
  y: number
  width: number
  /** Font size after all transformations. */
  height: number
}

export interface Page {
  width: number
  height: number
  items: TextItem[]
}

/** Everything on one baseline, from left to right. */
export interface Row {
  y: number
  /** Largest font size. */
  height: number
  items: TextItem[]
}

/** One line of one column. */
export interface Line {
  text: string
  x: number
  /** Right end. */
  end: number
  y: number
  height: number
}

/** Lines that follow each other in one column of one page. */
export type Block = Line[]

/** A piece of text as the page draws it. Lengths in points, origin at the lower left corner of the page. */
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

/** One line of one column. */
export interface Line {
  text: string
  x: number
  /** Right end. */
  end: number
  y: number
  /** Largest font size on the line. */
  height: number
}

/** Everything on one baseline across the page: one line, or as many as there are columns. */
export interface Row {
  y: number
  height: number
  lines: Line[]
}

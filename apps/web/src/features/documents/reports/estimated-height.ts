interface TextLayout {
  charactersPerLine: number
  /** In pixels, like the gap below the paragraph. */
  lineHeight: number
  gap: number
}

/**
 * A value for `contain-intrinsic-block-size`: keeps the scroll bar steady while off-screen paragraphs are not
 * laid out.
 */
export function estimatedHeight(
  characters: number,
  { charactersPerLine, lineHeight, gap }: TextLayout,
): string {
  return `auto ${Math.ceil(characters / charactersPerLine) * lineHeight + gap}px`
}

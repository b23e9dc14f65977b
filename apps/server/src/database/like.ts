/** A `like` pattern for what contains the text; `%` and `_` in the text stand for themselves. */
export const containing = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** Invisible characters: format characters, joiners, variation selectors and the blanks that Unicode classifies as letters. */
export const invisible = /\p{Cf}|\u034f|[\u115f\u1160]|\u17b4|\u17b5|[\u180b-\u180d]|\u2800|\u3164|[\ufe00-\ufe0f]|\uffa0/u
const everyInvisible = new RegExp(invisible, 'gu')

export function withoutInvisible(text: string): string {
  return text.replace(everyInvisible, '')
}

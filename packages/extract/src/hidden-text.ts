import type { ExtractedFact } from './extraction.ts'
import { cleanParagraph } from './paragraph.ts'

/** UTF-16 units of hidden text quoted in a fact, so that the teacher can search for it. */
const quoted = 200

/** Text in the file that a reader does not see. It is left out of the extraction and reported as facts. */
export class HiddenText {
  readonly #found = new Map<string, { text: string; words: number }>()

  add(kind: string, text: string): void {
    const found = this.#found.get(kind) ?? { text: '', words: 0 }
    this.#found.set(kind, found)
    found.words += text.match(/[\p{L}\p{N}]+(?:['’][\p{L}]+)*/gu)?.length ?? 0
    if (found.text.length < quoted * 2) found.text += text
  }

  facts(): ExtractedFact[] {
    return [...this.#found]
      .filter(([, found]) => found.words > 0)
      .map(([name, found]) => ({ kind: 'hidden-text', name, value: cleanParagraph(found.text).slice(0, quoted), count: found.words }))
  }
}

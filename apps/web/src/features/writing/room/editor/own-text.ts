import type { Node } from 'prosemirror-model'

const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** Cut passages that can be put back; more than anyone moves at a time. */
const remembered = 50

/**
 * Recognises text that the student moves: what stands in the text, or was cut or copied from it on this page. By its content, since a clipboard
 * says nothing trustworthy about where it was filled.
 */
export class OwnText {
  #taken: string[] = []

  /** Remembers a passage that was cut or copied. */
  take(text: string): void {
    const taken = plain(text)
    if (taken !== '') this.#taken = [taken, ...this.#taken].slice(0, remembered)
  }

  has(text: string, document: Node): boolean {
    const wanted = plain(text)
    if (wanted === '') return true
    return [plain(document.textBetween(0, document.content.size, '\n', '\n')), ...this.#taken].some((own) => own.includes(wanted))
  }
}

import { Fragment, type Node, Slice } from 'prosemirror-model'
import { type Step, Transform } from 'prosemirror-transform'
import { emptyDocument, writingSchema } from '../schema.ts'
import type { Origin, RecordEntry } from '../step.ts'

/** Writes a record as an editor does, for tests. */
export class Writer {
  readonly entries: RecordEntry[] = []
  document: Node = emptyDocument()
  client = 'page-aaaa'
  now = Date.UTC(2026, 8, 1, 9)
  private undone: Step[] = []
  private readonly done: { step: Step; before: Node }[] = []

  private fields() {
    return { at: this.now, client: this.client, n: this.entries.length + 1 }
  }

  event(kind: 'open' | 'close' | 'focus' | 'blur', afterMs = 0): this {
    this.now += afterMs
    this.entries.push({ kind, ...this.fields() })
    return this
  }

  change(origin: Origin, build: (transform: Transform) => unknown, afterMs = 200): this {
    const transform = new Transform(this.document)
    build(transform)
    for (const [nth, step] of transform.steps.entries()) {
      this.now += afterMs
      this.done.push({ step, before: transform.docs[nth]! })
      this.entries.push({
        kind: 'step',
        ...this.fields(),
        origin,
        step: step.toJSON() as Record<string, unknown>,
      })
    }
    this.document = transform.doc
    return this
  }

  /** Position after the last character of the text. */
  get end(): number {
    return this.document.content.size - 1
  }

  type(text: string, at = this.end, afterMs = 200): this {
    let position = at
    for (const character of text) {
      this.change('typing', (transform) => transform.insert(position, writingSchema.text(character)), afterMs)
      position += character.length
    }
    return this
  }

  insert(origin: Origin, text: string, at = this.end): this {
    return this.change(origin, (transform) => transform.insert(at, writingSchema.text(text)))
  }

  paste(text: string, at = this.end): this {
    const paragraphs = text
      .split('\n\n')
      .map((line) => writingSchema.node('paragraph', null, writingSchema.text(line)))
    return this.change('paste', (transform) =>
      transform.replace(at, at, new Slice(Fragment.from(paragraphs), 1, 1)),
    )
  }

  delete(from: number, to: number, origin: Origin = 'delete'): this {
    return this.change(origin, (transform) => transform.delete(from, to))
  }

  newParagraph(at = this.end): this {
    return this.change('typing', (transform) => transform.split(at))
  }

  undo(): this {
    const { step, before } = this.done.pop()!
    this.undone.push(step)
    this.change('undo', (transform) => transform.step(step.invert(before)))
    this.done.pop()
    return this
  }

  redo(): this {
    const step = this.undone.pop()!
    return this.change('redo', (transform) => transform.step(step))
  }

  /** Where a piece of the text begins. */
  find(piece: string): number {
    let found = -1
    this.document.descendants((node, position) => {
      if (found < 0 && node.isTextblock && node.textContent.includes(piece))
        found = position + 1 + node.textContent.indexOf(piece)
      return found < 0
    })
    return found
  }
}

/** A text that looks like writing: words of a small vocabulary, always the same for a seed. */
export function words(count: number, seed = 1): string {
  const vocabulary =
    'the harbour grew late because ships were small and wind was strong so traders kept their goods inland until'.split(
      ' ',
    )
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return state >>> 8
  }
  return Array.from(
    { length: count },
    () => vocabulary[next() % vocabulary.length]! + (next() % 7 === 0 ? String(next() % 100) : ''),
  ).join(' ')
}

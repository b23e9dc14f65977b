import { createContext, type ReactNode, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { type Evidence, type FigureForm, valueAt, writeFigure } from './card.ts'
import { translateCardText } from './card-text.ts'

const Context = createContext<Evidence | null>(null)

export function EvidenceProvider({ evidence, children }: { evidence: Evidence; children: ReactNode }) {
  return <Context value={evidence}>{children}</Context>
}

export function useEvidence(): Evidence {
  const evidence = useContext(Context)
  if (!evidence) throw new Error('A figure needs an EvidenceProvider above it')
  return evidence
}

interface FigureProps {
  /** Path in the model card. */
  at: string
  as: FigureForm
}

/** A number of the model card, and the only way for a public page to show one: it carries its path, and a test checks it there. */
export function Figure({ at, as }: FigureProps) {
  const { i18n } = useTranslation()
  const { card } = useEvidence()
  const value = valueAt(card, at)
  if (typeof value !== 'number') throw new Error(`The model card has no number at ${at}`)
  return (
    <span data-figure={at} data-form={as}>
      {writeFigure(i18n.language, value, as)}
    </span>
  )
}

/** A text of the model card, translated where possible. */
export function CardWords({ at }: { at: string }) {
  const { i18n } = useTranslation()
  const text = String(valueAt(useEvidence().card, at)).trim()
  const translated = translateCardText(text, i18n.language)
  return (
    <span data-card-words={at} lang={translated === null ? 'en' : undefined}>
      {translated ?? text}
    </span>
  )
}

type BenchField = 'value' | 'n' | 'cores'

/** A number of the benchmark file. */
export function BenchFigure({ name, field }: { name: string; field: BenchField }) {
  const { i18n } = useTranslation()
  const found = useEvidence().bench.find((figure) => figure.name === name)
  if (!found) throw new Error(`The benchmark file has no "${name}"`)
  const value = field === 'cores' ? found.machine.cores : found[field]
  return (
    <span data-bench={name} data-field={field}>
      {writeFigure(i18n.language, value, 'number')}
    </span>
  )
}

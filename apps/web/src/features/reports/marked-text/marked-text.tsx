import { useMediaQuery } from '@mantine/hooks'
import type { MarkedParagraph } from '@penmark/contract'
import { type KeyboardEvent, useCallback, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Section } from '../report/section.tsx'
import { Legend } from './legend.tsx'
import classes from './marked-text.module.css'
import { Paragraph, passageId } from './paragraph.tsx'
import { PassageNavigation } from './passage-navigation.tsx'
import { PassagePanel } from './passage-panel.tsx'

/** From this width on the panel is beside the text, otherwise below the paragraph. Keep in step with the style sheet. */
const besideFrom = '(min-width: 80em)'

/** Target of the link in the verdict card. */
export const textId = 'text'

interface MarkedTextProps {
  paragraphs: readonly MarkedParagraph[]
  /** False if there was too little text to score or mark. */
  isScored: boolean
}

/** The text with its marked passages; clicking one explains it. */
export function MarkedText({ paragraphs, isScored }: MarkedTextProps) {
  const { t } = useTranslation('report')
  const beside = useMediaQuery(besideFrom, false, { getInitialValueInEffect: false })
  const [open, setOpen] = useState<number | null>(null)
  const [takesFocus, setTakesFocus] = useState(true)
  const opener = useRef<HTMLButtonElement | null>(null)
  const describedBy = { strong: useId(), weaker: useId() }
  const panelId = useId()
  const passages = useMemo(() => paragraphs.flatMap((paragraph) => paragraph.passages), [paragraphs])
  const shown = passages.find(({ number }) => number === open) ?? null

  const toggle = useCallback((number: number, button: HTMLButtonElement | null) => {
    opener.current = button
    setTakesFocus(true)
    setOpen((current) => (current === number ? null : number))
  }, [])
  const close = useCallback(() => {
    setOpen(null)
    opener.current?.focus()
  }, [])

  const step = (by: 1 | -1) => {
    const last = passages.length - 1
    const at = open === null ? (by === 1 ? 0 : last) : passages.findIndex(({ number }) => number === open) + by
    const next = passages[Math.min(last, Math.max(0, at))]
    if (next === undefined) return
    const mark = document.getElementById(passageId(next.number))
    opener.current = mark?.querySelector('button') ?? null
    // Whoever walks from passage to passage keeps the focus on the buttons.
    setTakesFocus(false)
    setOpen(next.number)
    mark?.scrollIntoView({ block: 'center' })
  }
  const stepByKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || passages.length === 0) return
    if (event.key === 'n') step(1)
    if (event.key === 'p') step(-1)
  }

  const panel = shown && <PassagePanel key={shown.number} id={panelId} passage={shown} takesFocus={takesFocus} onClose={close} />
  return (
    <Section
      id={textId}
      title={t('text.title')}
      lead={isScored && passages.length === 0 && paragraphs.length > 0 ? t('text.unmarked') : undefined}
    >
      <p hidden id={describedBy.strong}>
        {t('mark.strong')}
      </p>
      <p hidden id={describedBy.weaker}>
        {t('mark.weaker')}
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside do the same */}
      <div className={classes.columns} onKeyDown={stepByKey}>
        <div className={classes.side}>
          {passages.length > 0 && <PassageNavigation open={open} count={passages.length} onStep={step} />}
          {isScored && <Legend isMarked={passages.length > 0} choose={passages.length > 0 && !shown} />}
          {beside && panel}
        </div>
        <div className={classes.text} translate="no">
          {paragraphs.length === 0 && <p>{t('text.empty')}</p>}
          {paragraphs.map((paragraph) => {
            const holdsOpen = paragraph.passages.some(({ number }) => number === open)
            return (
              <Paragraph
                key={paragraph.number}
                paragraph={paragraph}
                openPassage={holdsOpen ? open : null}
                panelId={panelId}
                describedBy={describedBy}
                onToggle={toggle}
              >
                {holdsOpen && !beside ? panel : null}
              </Paragraph>
            )
          })}
        </div>
      </div>
    </Section>
  )
}

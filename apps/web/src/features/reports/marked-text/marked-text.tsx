import { useMediaQuery } from '@mantine/hooks'
import type { MarkedParagraph } from '@penmark/contract'
import { useCallback, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Section } from '../report/section.tsx'
import { Legend } from './legend.tsx'
import classes from './marked-text.module.css'
import { Paragraph } from './paragraph.tsx'
import { PassagePanel } from './passage-panel.tsx'

/** From this width on the panel is beside the text, otherwise below the paragraph. Keep in step with the style sheet. */
const besideFrom = '(min-width: 80em)'

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
  const opener = useRef<HTMLButtonElement | null>(null)
  const describedBy = { strong: useId(), weaker: useId() }
  const panelId = useId()
  const passages = useMemo(() => paragraphs.flatMap((paragraph) => paragraph.passages), [paragraphs])
  const shown = passages.find(({ number }) => number === open) ?? null

  const toggle = useCallback((number: number, button: HTMLButtonElement | null) => {
    opener.current = button
    setOpen((current) => (current === number ? null : number))
  }, [])
  const close = useCallback(() => {
    setOpen(null)
    opener.current?.focus()
  }, [])

  const panel = shown && <PassagePanel key={shown.number} id={panelId} passage={shown} onClose={close} />
  return (
    <Section title={t('text.title')} lead={isScored && passages.length === 0 && paragraphs.length > 0 ? t('text.unmarked') : undefined}>
      <p hidden id={describedBy.strong}>
        {t('mark.strong')}
      </p>
      <p hidden id={describedBy.weaker}>
        {t('mark.weaker')}
      </p>
      <div className={classes.columns}>
        <div className={classes.side}>
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

import { useMediaQuery } from '@mantine/hooks'
import type { MarkedParagraph } from '@penmark/wording'
import { type KeyboardEvent, type ReactNode, useCallback, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useKeys } from '../../../../ui/keys/keys.ts'
import { Disclosure, Section } from '../section.tsx'
import classes from './marked-text.module.css'
import { Paragraph, paragraphId, passageId } from './paragraph.tsx'
import { PassageNavigation, PassagePanel } from './passage-panel.tsx'
import { TextMap } from './text-map.tsx'

interface LegendProps {
  /** Whether to explain that a passage can be chosen. */
  explainsChoice: boolean
}

/** What the marks mean. */
function Legend({ explainsChoice }: LegendProps) {
  const { t } = useTranslation('report')
  return (
    <div className={classes.legend}>
      {explainsChoice && <p className={classes.choose}>{t('legend.choose')}</p>}
      <Disclosure title={t('legend.title')}>
        <dl>
          {(['strong', 'weaker', 'none'] as const).map((strength) => (
            <div key={strength} className={classes.legendRow}>
              <dt>
                <span className={classes.sample} data-strength={strength}>
                  {t(`legend.${strength}`)}
                </span>
              </dt>
              <dd>{t(`legend.${strength}.text`)}</dd>
            </div>
          ))}
          <div className={classes.legendRow}>
            <dt>
              <strong className={classes.phrase}>{t('legend.phrase')}</strong>
            </dt>
            <dd>{t('legend.phrase.text')}</dd>
          </div>
        </dl>
        <p className={classes.legendNote}>{t('text.margin')}</p>
      </Disclosure>
    </div>
  )
}

/**
 * From this width on the panel is beside the text, otherwise below the paragraph. Must match the style sheet.
 */
const panelBesideFrom = '(min-width: 80em)'

/** Target of the link in the verdict card. */
export const textId = 'text'
const wordsId = 'text-words'

interface MarkedTextProps {
  paragraphs: readonly MarkedParagraph[]
  /** False if there was too little text to score or mark. */
  isScored: boolean
  /** What else is known about a passage. */
  passageNote?: ((text: string) => ReactNode) | undefined
}

/** The text with its marked passages beside a map of it; choosing a passage explains it. */
export function MarkedText({ paragraphs, isScored, passageNote }: MarkedTextProps) {
  const { t } = useTranslation('report')
  const isPanelBeside = useMediaQuery(panelBesideFrom, false, { getInitialValueInEffect: false })
  const passages = useMemo(() => paragraphs.flatMap((paragraph) => paragraph.passages), [paragraphs])
  // If the panel fits beside the text, it shows the first passage without a click.
  const [open, setOpen] = useState<number | null>(isPanelBeside ? (passages[0]?.number ?? null) : null)
  const [takesFocus, setTakesFocus] = useState(false)
  const opener = useRef<HTMLButtonElement | null>(null)
  const describedBy = { strong: useId(), weaker: useId() }
  const panelId = useId()
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

  const showPassage = useCallback((number: number) => {
    const mark = document.getElementById(passageId(number))
    opener.current = mark?.querySelector('button') ?? null
    // The buttons that step through the passages keep the focus.
    setTakesFocus(false)
    setOpen(number)
    mark?.scrollIntoView({ block: 'center' })
  }, [])
  const showParagraph = useCallback((number: number) => {
    document.getElementById(paragraphId(number))?.scrollIntoView({ block: 'center' })
  }, [])
  const step = (by: 1 | -1) => {
    const last = passages.length - 1
    const index =
      open === null ? (by === 1 ? 0 : last) : passages.findIndex(({ number }) => number === open) + by
    const next = passages[Math.min(last, Math.max(0, index))]
    if (next !== undefined) showPassage(next.number)
  }
  const stepWithFocus = (by: 1 | -1) => {
    step(by)
    // The focus follows, so that Enter and the screen reader are at the passage. No panel takes it meanwhile.
    opener.current?.focus({ preventScroll: true })
  }
  useKeys(passages.length > 0 ? { j: () => stepWithFocus(1), k: () => stepWithFocus(-1) } : {})
  const stepByKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || passages.length === 0) return
    if (event.key === 'n') step(1)
    if (event.key === 'p') step(-1)
  }

  const panel = shown && (
    <PassagePanel
      key={shown.number}
      id={panelId}
      passage={shown}
      note={passageNote}
      takesFocus={takesFocus}
      onClose={close}
    />
  )
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
      <div className={classes.columns} data-marked={passages.length > 0 || undefined} onKeyDown={stepByKey}>
        {passages.length > 0 && (
          <div className={classes.side}>
            <PassageNavigation open={open} count={passages.length} onStep={step} />
            {isPanelBeside && panel}
            <Legend explainsChoice={!shown} />
          </div>
        )}
        {passages.length > 0 && (
          <TextMap
            paragraphs={paragraphs}
            open={open}
            textId={wordsId}
            onPassage={showPassage}
            onParagraph={showParagraph}
          />
        )}
        <div id={wordsId} className={classes.text} translate="no">
          {paragraphs.length === 0 && <p>{t('text.empty')}</p>}
          {paragraphs.map((paragraph) => {
            const hasOpenPassage = paragraph.passages.some(({ number }) => number === open)
            return (
              <Paragraph
                key={paragraph.number}
                paragraph={paragraph}
                openPassage={hasOpenPassage ? open : null}
                panelId={panelId}
                describedBy={describedBy}
                onToggle={toggle}
              >
                {hasOpenPassage && !isPanelBeside ? panel : null}
              </Paragraph>
            )
          })}
        </div>
      </div>
    </Section>
  )
}

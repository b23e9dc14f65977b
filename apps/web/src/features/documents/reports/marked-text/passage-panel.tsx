import { Button, CloseButton } from '@mantine/core'
import type { Evidence } from '@penmark/contract'
import { distinctivePhrases, heaviestEvidence, type Passage, questionsAbout } from '@penmark/wording'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import themeClasses from '../../../../ui/theme/text.module.css'
import { Disclosure } from '../section.tsx'
import { useReportFormat } from '../use-report-format.ts'
import textClasses from './marked-text.module.css'
import classes from './passage-panel.module.css'

interface PassagePanelProps {
  id: string
  passage: Passage
  note: ((text: string) => ReactNode) | undefined
  /** False while the reader steps through the passages with the buttons beside the text. */
  takesFocus: boolean
  onClose: () => void
}

/** Why a passage is marked, in words, what to ask about it, and the full calculation on demand. */
export function PassagePanel({ id, passage, note, takesFocus, onClose }: PassagePanelProps) {
  const { t } = useTranslation('report')
  const format = useReportFormat()
  const heading = useId()
  const title = useRef<HTMLHeadingElement>(null)
  // The panel may be far from its passage in the document order, so it takes the focus; closing returns it.
  useEffect(() => {
    if (takesFocus) title.current?.focus()
  }, [takesFocus])
  const { number, sentences } = passage
  const evidence = sentences.flatMap((sentence) => sentence.evidence ?? [])
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
  }
  return (
    <section id={id} className={classes.panel} aria-labelledby={heading} onKeyDown={closeOnEscape}>
      <div className={classes.head}>
        <h3 id={heading} ref={title} tabIndex={-1} className={classes.title}>
          {t('passage.title', { number })}
        </h3>
        <CloseButton onClick={onClose} aria-label={t('passage.close')} />
      </div>
      <p>{t('passage.run', { count: sentences.length, shown: format.count(sentences.length) })}</p>
      {note?.(sentences.map(({ text }) => text).join(' '))}
      <DistinctivePhrases evidence={evidence} />
      <h4 className={classes.subtitle}>{t('passage.ask')}</h4>
      <ul className={classes.list}>
        {questionsAbout(passage).map(({ key, sentence }) => (
          <li key={`${key} ${sentence}`}>{t(key, { sentence })}</li>
        ))}
      </ul>
      <Disclosure title={t('passage.calculation')}>
        <Calculation passage={passage} evidence={evidence} />
      </Disclosure>
    </section>
  )
}

/** The most distinctive phrases for and against AI writing, since showing only one kind would mislead. */
function DistinctivePhrases({ evidence }: { evidence: readonly Evidence[] }) {
  const { t } = useTranslation('report')
  const format = useReportFormat()
  const machine = distinctivePhrases(evidence, 'machine')
  const human = distinctivePhrases(evidence, 'human')
  return (
    <>
      {machine.length === 0 ? (
        <p className={themeClasses.soft}>{t('passage.noTelling')}</p>
      ) : (
        <ul className={classes.list}>
          {machine.map(({ phrase, times }) => (
            <li key={phrase}>{t('passage.commonerInAi', { phrase, times: format.count(times) })}</li>
          ))}
        </ul>
      )}
      {human.length > 0 && (
        <>
          <h4 className={classes.subtitle}>{t('passage.human')}</h4>
          <ul className={classes.list}>
            {human.map(({ phrase, times }) => (
              <li key={phrase}>{t('passage.commonerInHuman', { phrase, times: format.count(times) })}</li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

/** The passage's score, its sentences, and the weight and counts of each phrase. */
function Calculation({
  passage: { score, sentences },
  evidence,
}: {
  passage: Passage
  evidence: readonly Evidence[]
}) {
  const { t } = useTranslation('report')
  const format = useReportFormat()
  return (
    <div className={classes.calculation}>
      {score !== null && <p>{t('passage.score', { score: format.score(score) })}</p>}
      <h4 className={classes.subtitle}>{t('passage.sentences')}</h4>
      <ol className={classes.sentences}>
        {sentences.map(({ text, probability }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a frozen report never reorders its sentences
          <li key={index}>
            <span className={classes.figure}>
              {probability === null ? t('passage.noScore') : format.score(probability)}
            </span>
            <span className={classes.quote}>{text.trim()}</span>
          </li>
        ))}
      </ol>
      {evidence.length === 0 ? (
        <p className={themeClasses.soft}>{t('passage.noPhrases')}</p>
      ) : (
        <>
          <p className={themeClasses.soft}>{t('passage.phrases')}</p>
          <Column title={t('passage.machine')} evidence={heaviestEvidence(evidence, 'machine')} />
          <Column title={t('passage.human')} evidence={heaviestEvidence(evidence, 'human')} />
        </>
      )}
    </div>
  )
}

function Column({ title, evidence }: { title: string; evidence: readonly Evidence[] }) {
  const { t } = useTranslation('report')
  const format = useReportFormat()
  return (
    <>
      <h4 className={classes.subtitle}>{title}</h4>
      {evidence.length === 0 && <p className={themeClasses.soft}>{t('passage.nonePhrase')}</p>}
      <ul className={classes.phrases}>
        {evidence.map(({ phrase, direction, weight, counts }) => (
          <li key={phrase}>
            <span className={classes.phrase}>{phrase}</span>{' '}
            <span className={themeClasses.soft}>
              {t('passage.weight', { weight: format.fineWeight(direction === 'machine' ? weight : -weight) })}
            </span>
            {counts && (
              <span className={classes.counts}>
                {t('passage.counts', {
                  machine: format.count(counts.machine),
                  machineOf: format.count(counts.machine_texts),
                  human: format.count(counts.human),
                  humanOf: format.count(counts.human_texts),
                })}
              </span>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

interface PassageNavigationProps {
  /** Number of the open passage, or null. */
  open: number | null
  count: number
  onStep: (by: 1 | -1) => void
}

/** At either end a button stays focusable: a disabled one would drop the focus of keyboard users. */
function disabledAtEnd(isAtEnd: boolean) {
  return isAtEnd ? { 'aria-disabled': true, 'data-disabled': true } : {}
}

/** Steps through the marked passages. */
export function PassageNavigation({ open, count, onStep }: PassageNavigationProps) {
  const { t } = useTranslation('report')
  const format = useReportFormat()
  const total = format.count(count)
  return (
    <nav className={textClasses.navigation} aria-label={t('navigation.title')}>
      <Button
        variant="default"
        size="compact-md"
        leftSection={<IconChevronLeft size={16} aria-hidden="true" />}
        {...disabledAtEnd(open === 1)}
        onClick={() => onStep(-1)}
      >
        {t('navigation.previous')}
      </Button>
      <span role="status" className={textClasses.position}>
        {open === null
          ? t('navigation.count', { count, total })
          : t('navigation.position', { number: format.count(open), total })}
      </span>
      <Button
        variant="default"
        size="compact-md"
        rightSection={<IconChevronRight size={16} aria-hidden="true" />}
        {...disabledAtEnd(open === count)}
        onClick={() => onStep(1)}
      >
        {t('navigation.next')}
      </Button>
    </nav>
  )
}

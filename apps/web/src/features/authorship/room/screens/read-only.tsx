import type { WritingRoom } from '@penmark/contract'
import { countWords } from '@penmark/detector/words'
import { textOf, writingSchema } from '@penmark/writing'
import { DOMSerializer } from 'prosemirror-model'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { detailOf } from '../../../../lib/call/failure.ts'
import { formatTime } from '../../../../lib/format/format.ts'
import plain from '../../../../ui/plain/plain.module.css'
import { footnotesOf } from '../editor/footnotes.tsx'
import text from '../editor/text.module.css'
import { RecordButton } from '../record/record-button.tsx'
import { handIn } from '../sync/calls.ts'
import classes from './frame.module.css'
import { HandInDialog } from './hand-in-dialog.tsx'
import { TaskFacts } from './task-details.tsx'
import { Unsent } from './unsent.tsx'

const serializer = new DOMSerializer(
  { ...DOMSerializer.nodesFromSchema(writingSchema), footnote: () => ['sup', { class: 'footnote' }] },
  DOMSerializer.marksFromSchema(writingSchema),
)

interface ReadOnlyProps {
  room: WritingRoom
  session: string
  unsent: readonly string[]
  /** Resolves to what went wrong, or null. */
  onTakeBack: () => Promise<string | null>
  onHandedIn: (room: WritingRoom) => void
}

/** The text after it was handed in, or after the due date. */
export function ReadOnly({ room, session, unsent, onTakeBack, onHandedIn }: ReadOnlyProps) {
  const { t, i18n } = useTranslation('writing-room')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [isHandingIn, setHandingIn] = useState(false)
  const mount = useRef<HTMLDivElement>(null)
  const textDocument = useMemo(() => writingSchema.nodeFromJSON(room.document), [room.document])
  const footnotes = footnotesOf(textDocument)
  useEffect(() => {
    const content = serializer.serializeFragment(textDocument.content)
    mount.current?.replaceChildren(content)
  }, [textDocument])
  const isHandedIn = room.state === 'handed-in'
  const run = (action: () => Promise<string | null>) => async () => {
    setBusy(true)
    setProblem(await action())
    setBusy(false)
  }
  const handInLate = async () => {
    try {
      onHandedIn(await handIn(session, room.version))
      return null
    } catch (error) {
      return detailOf(error)
    }
  }
  return (
    <>
      <h1>{room.task.title}</h1>
      <TaskFacts room={room} />
      <div className={`${isHandedIn ? plain.success : plain.warning} ${classes.notice}`} role="status">
        {isHandedIn &&
          room.handed_in_at !== null &&
          t('handedIn', { time: formatTime(i18n, room.handed_in_at) })}
        {!isHandedIn && t('pastDue')}
      </div>
      {problem !== null && (
        <p className={`${plain.error} ${classes.notice}`} role="alert">
          {problem}
        </p>
      )}
      <div className={classes.actions}>
        {room.can_take_back && (
          <button
            type="button"
            className={plain.secondary}
            disabled={isBusy}
            onClick={() => void run(onTakeBack)()}
          >
            {t('takeBack')}
          </button>
        )}
        {!isHandedIn && room.can_hand_in && (
          <button
            type="button"
            className={plain.primary}
            disabled={isBusy}
            onClick={() => setHandingIn(true)}
          >
            {t('handIn')}
          </button>
        )}
        <button type="button" className={plain.secondary} onClick={() => window.print()}>
          {t('print')}
        </button>
        <RecordButton session={session} acceptedAt={room.accepted_at} />
      </div>
      {isHandingIn && !isHandedIn && (
        <HandInDialog
          room={room}
          words={countWords(textOf(textDocument))}
          onHandIn={handInLate}
          onClose={() => setHandingIn(false)}
        />
      )}
      <Unsent texts={unsent} />
      <article className={text.text} lang={room.task.language} ref={mount} />
      {footnotes.length > 0 && (
        <ol className={text.notes} aria-label={t('footnotes')}>
          {footnotes.map(({ position, text: words }) => (
            <li key={position}>{words}</li>
          ))}
        </ol>
      )}
    </>
  )
}

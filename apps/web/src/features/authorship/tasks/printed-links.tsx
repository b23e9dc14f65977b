import type { CreatedWritingLinks, WritingTask } from '@penmark/contract'
import encodeQR from 'qr'
import { useEffect, useMemo } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../../lib/format/format.ts'
import classes from './slips.module.css'

interface SlipsProps {
  task: WritingTask
  links: CreatedWritingLinks['links']
  /** The same function throughout: another one would print again. */
  onPrinted: () => void
}

/** One slip of paper for each student, to cut along the lines. Printed at once, and never seen on screen. */
export default function Slips({ task, links, onPrinted }: SlipsProps) {
  const { t, i18n } = useTranslation('writing-tasks')
  useEffect(() => {
    window.addEventListener('afterprint', onPrinted)
    window.print()
    return () => window.removeEventListener('afterprint', onPrinted)
  }, [onPrinted])
  return createPortal(
    <div className={classes.slips} aria-hidden="true">
      {links.map(({ student_id, student_name, url }) => (
        <div key={student_id} className={classes.slip}>
          <Code text={url} />
          <div className={classes.words}>
            <p className={classes.name}>{student_name}</p>
            <p>
              {[task.title, task.class_name, task.due_at && t('due', { time: formatTime(i18n, task.due_at) })]
                .filter(Boolean)
                .join(' · ')}
            </p>
            <p>{t('slip.text')}</p>
            {task.has_pin && <p>{t('slip.pin')}</p>}
            <p className={classes.address}>{url}</p>
          </div>
        </div>
      ))}
    </div>,
    document.body,
  )
}

/** A QR code, because the address is too long to type. */
function Code({ text }: { text: string }) {
  const { size, path } = useMemo(() => {
    const modules = encodeQR(text, 'raw', { border: 1 })
    const path = modules
      .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
      .join('')
    return { size: modules.length, path }
  }, [text])
  return (
    <svg className={classes.code} viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
      <path d={path} />
    </svg>
  )
}

import { demoLimits } from '@penmark/contract'
import {
  type DragEvent,
  type MouseEvent,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../lib/format/format.ts'
import plain from '../../../ui/plain/plain.module.css'
import classes from './demo.module.css'
import type { useDemo } from './use-demo.ts'

interface Device {
  userAgent: string
  /** Of the window, in CSS pixels. */
  width: number
  height: number
}

const phoneAgents = /iPhone|iPod|Android.*Mobile|Windows Phone|BlackBerry|Opera Mini|IEMobile/i
const maxPhoneWidth = 480
const maxTabletWidth = 1_024

/** A phone, a window as narrow as one, or a tablet in portrait: nothing can be dropped there. */
export function isMobileLike({ userAgent, width, height }: Device): boolean {
  if (phoneAgents.test(userAgent) || width <= maxPhoneWidth) return true
  return height > width && width <= maxTabletWidth && !/Windows/i.test(userAgent)
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

const isMobileLikeNow = () =>
  isMobileLike({ userAgent: navigator.userAgent, width: window.innerWidth, height: window.innerHeight })

/** False until hydration, then updated with the window's size. */
function useMobileLike(): boolean {
  return useSyncExternalStore(subscribe, isMobileLikeNow, () => false)
}

interface DemoInputProps {
  demo: ReturnType<typeof useDemo>
  isRunning: boolean
}

/** Takes a text, typed, pasted, picked or dropped. A phone offers neither dropping nor Ctrl+click. */
export function DemoInput({ demo, isRunning }: DemoInputProps) {
  const { t, i18n } = useTranslation('demo')
  const id = useId()
  const picker = useRef<HTMLInputElement>(null)
  const isMobile = useMobileLike()
  const [isDragOver, setDragOver] = useState(false)
  const { text, file, type, restoreText, pick, removeFile, start } = demo
  const area = useRef<HTMLTextAreaElement>(null)
  // Picks up what was typed before hydration.
  useEffect(() => restoreText(area.current?.value ?? ''), [restoreText])
  const characters = (file?.text ?? text).length
  const open = () => picker.current?.click()
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setDragOver(false)
    const [dropped] = event.dataTransfer.files
    if (dropped) void pick(dropped)
  }
  const dropHandlers = isMobile
    ? {}
    : {
        onDrop: drop,
        onDragOver: (event: DragEvent) => {
          event.preventDefault()
          setDragOver(true)
        },
        onDragLeave: () => setDragOver(false),
        onClick: (event: MouseEvent) => {
          if (event.ctrlKey || event.metaKey) open()
        },
      }
  return (
    <div>
      {file ? (
        <div className={classes.file}>
          <span className={classes.fileName}>{file.name}</span>
          <button type="button" className={plain.secondary} onClick={removeFile}>
            {t('removeFile')}
          </button>
        </div>
      ) : (
        <>
          <label className={plain.label} htmlFor={id}>
            {t('label')}
          </label>
          <textarea
            ref={area}
            id={id}
            className={classes.text}
            data-over={isDragOver}
            placeholder={t(isMobile ? 'placeholder.mobile' : 'placeholder')}
            aria-describedby={`${id}-count`}
            value={text}
            onChange={(event) => type(event.currentTarget.value)}
            {...dropHandlers}
          />
        </>
      )}
      <p id={`${id}-count`} className={classes.count} data-over={characters > demoLimits.mostCharacters}>
        {t('count', {
          characters: formatNumber(i18n, characters),
          most: formatNumber(i18n, demoLimits.mostCharacters),
        })}
      </p>
      <input
        ref={picker}
        type="file"
        accept=".txt,text/plain"
        hidden
        aria-label={t('pick')}
        onChange={({ currentTarget }) => {
          const [picked] = currentTarget.files ?? []
          if (picked) void pick(picked)
          // Lets the same file be picked again.
          currentTarget.value = ''
        }}
      />
      <div className={classes.actions}>
        <button
          type="button"
          className={plain.primary}
          disabled={isRunning || characters < demoLimits.leastCharacters}
          onClick={start}
        >
          {t('detect')}
        </button>
        <button type="button" className={plain.secondary} disabled={isRunning} onClick={open}>
          {t('pick')}
        </button>
      </div>
      <p className={classes.note}>{t('note')}</p>
    </div>
  )
}

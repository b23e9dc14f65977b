import { Anchor, Button } from '@mantine/core'
import { lazy, type MouseEvent, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Loading } from '../../../ui/page-state/page-state.tsx'
import { bookmarkAddress } from './google-bookmark.ts'
import classes from './record.module.css'

/** The reader and the replay are only loaded when a file is opened. */
const OpenedHistory = lazy(async () => ({
  default: (await import('./opened-google-history.tsx')).OpenedGoogleHistory,
}))

/** One line that opens to three steps: most texts were not written in Google Docs. */
export function GoogleHistory({ id, documentId }: { id: string; documentId: string }) {
  const { t } = useTranslation('writing-record')
  const picker = useRef<HTMLInputElement>(null)
  const [opened, setOpened] = useState<{ file: File; key: number } | null>(null)
  return (
    <section id={id} className={classes.part} aria-label={t('title')}>
      <details className={classes.details}>
        <summary>{t('google.offer')}</summary>
        <ol className={classes.steps}>
          <li>
            {t('google.step.bookmark')} <Bookmark />
          </li>
          <li>{t('google.step.run')}</li>
          <li>
            {t('google.step.open')}{' '}
            <Button variant="default" size="sm" onClick={() => picker.current?.click()}>
              {t(opened ? 'google.another' : 'google.open')}
            </Button>
          </li>
        </ol>
        <p className={classes.soft}>{t('google.private')}</p>
        <p className={classes.soft}>{t('google.step.note')}</p>
      </details>
      <input
        ref={picker}
        type="file"
        accept=".json,.txt,application/json,text/plain"
        hidden
        aria-label={t('google.open')}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) setOpened((before) => ({ file, key: (before?.key ?? 0) + 1 }))
          // Lets the same file be opened again.
          currentTarget.value = ''
        }}
      />
      {opened && (
        <div className={classes.opened}>
          <Suspense fallback={<Loading region="page" />}>
            <OpenedHistory key={opened.key} file={opened.file} documentId={documentId} />
          </Suspense>
        </div>
      )}
    </section>
  )
}

/**
 * A link to drag to the bookmarks bar, and a button that copies its address, for keyboards and browsers
 * without such a bar.
 */
function Bookmark() {
  const { t } = useTranslation('writing-record')
  const [said, setSaid] = useState<'drag' | 'copied' | null>(null)
  const address = bookmarkAddress({
    elsewhere: t('google.bookmark.elsewhere'),
    refused: t('google.bookmark.refused'),
  })
  const explain = (event: MouseEvent) => {
    event.preventDefault()
    setSaid('drag')
  }
  // Some browsers refuse the clipboard; dragging is left then.
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => setSaid('copied'),
      () => setSaid('drag'),
    )
  return (
    <>
      <span className={classes.bookmark}>
        {/* React removes addresses of scripts, which this one has to be. */}
        <Anchor
          ref={(link: HTMLAnchorElement | null) => link?.setAttribute('href', address)}
          onClick={explain}
        >
          {t('google.bookmark')}
        </Anchor>
        <Button variant="default" size="sm" onClick={() => void copy()}>
          {t('google.bookmark.copy')}
        </Button>
      </span>
      <span role="status" className={classes.soft}>
        {said !== null && t(`google.bookmark.${said}`)}
      </span>
    </>
  )
}

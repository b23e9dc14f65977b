import { Button } from '@mantine/core'
import { lazy, Suspense, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Loading } from '../../../ui/loading/loading.tsx'
import classes from './record.module.css'

/** The reader and the replay are only fetched once a file is opened. */
const Opened = lazy(async () => ({ default: (await import('./opened-google-history.tsx')).OpenedGoogleHistory }))

const address = 'https://docs.google.com/document/d/ID/revisions/load?id=ID&start=1&end=NUMBER'

/** A way to open the history of a text that was written in Google Docs, from a file that the teacher has. */
export function GoogleHistory({ documentId }: { documentId: string }) {
  const { t } = useTranslation('writing-record')
  const heading = useId()
  const picker = useRef<HTMLInputElement>(null)
  const [opened, setOpened] = useState<{ file: File; nth: number } | null>(null)
  return (
    <section className={classes.part} aria-labelledby={heading}>
      <h2 id={heading}>{t('title')}</h2>
      {!opened && <p>{t('google.offer')}</p>}
      <details className={classes.details}>
        <summary>{t('google.how')}</summary>
        <ol className={classes.steps}>
          <li>{t('google.step.edit')}</li>
          <li>{t('google.step.id')}</li>
          <li>{t('google.step.number')}</li>
          <li>
            {t('google.step.load')} <code className={classes.address}>{address}</code>
          </li>
        </ol>
        <p className={classes.soft}>{t('google.step.note')}</p>
      </details>
      <p>{t('google.private')}</p>
      <input
        ref={picker}
        type="file"
        accept=".json,.txt,application/json,text/plain"
        hidden
        aria-label={t('google.open')}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) setOpened((before) => ({ file, nth: (before?.nth ?? 0) + 1 }))
          // Lets the same file be opened again.
          currentTarget.value = ''
        }}
      />
      <Button variant="default" onClick={() => picker.current?.click()}>
        {t(opened ? 'google.another' : 'google.open')}
      </Button>
      {opened && (
        <div className={classes.opened}>
          <Suspense fallback={<Loading region="page" />}>
            <Opened key={opened.nth} file={opened.file} documentId={documentId} />
          </Suspense>
        </div>
      )}
    </section>
  )
}

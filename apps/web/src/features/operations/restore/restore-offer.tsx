import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SectionHeader } from '../../../ui/page-header/page-header.tsx'
import { Loading } from '../../../ui/page-state/page-state.tsx'
import classes from './restore.module.css'
import type { Restore } from './restore.tsx'
import { type RestorePlace, readStoredRestore } from './stored-restore.ts'

const Loaded = lazy(async () => ({ default: (await import('./restore.tsx')).Restore }))

/** Loaded on demand, because hardly anybody who opens these pages restores. */
export function LazyRestore(props: Parameters<typeof Restore>[0]) {
  return (
    <Suspense fallback={<Loading region="page" />}>
      <Loaded {...props} />
    </Suspense>
  )
}

interface RestoreOfferProps {
  place: RestorePlace
  /** False with a PostgreSQL server, whose backups only the command line restores. */
  canRestore: boolean
  needsCode?: boolean
  onOpen?: () => void
  onConfirmed?: () => void
}

/** Offers to restore a downloaded backup. An upload that this tab has started is shown at once. */
export function RestoreOffer({
  place,
  canRestore,
  needsCode = false,
  onOpen,
  onConfirmed,
}: RestoreOfferProps) {
  const { t } = useTranslation('restore')
  const [isOpen, setOpen] = useState(() => readStoredRestore(place) !== null)
  const title = t(`title.${place}`)
  const open = () => {
    onOpen?.()
    setOpen(true)
  }
  return (
    <section aria-label={title} className={classes.offer}>
      <SectionHeader title={title} />
      {canRestore ? (
        <>
          <p>{t(`text.${place}`)}</p>
          {isOpen ? (
            <LazyRestore place={place} needsCode={needsCode} {...(onConfirmed && { onConfirmed })} />
          ) : (
            <Button size="md" variant="default" onClick={open}>
              {t('open')}
            </Button>
          )}
        </>
      ) : (
        <>
          <p>{t('text.server')}</p>
          <code className={classes.command}>npm run restore -- penmark-20261121T193000Z.tar</code>
        </>
      )}
    </section>
  )
}

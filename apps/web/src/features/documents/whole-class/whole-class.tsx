import { Button, CloseButton } from '@mantine/core'
import type { PlanId } from '@penmark/contract'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SectionHeader } from '../../../ui/page-header/page-header.tsx'
import { NewStudents } from '../assign/new-students.tsx'
import { useOpenAssignPanel } from '../assign/uploads-to-assign.ts'
import { LimitModal } from '../dialogs/dialogs.tsx'
import classes from '../documents.module.css'
import { UploadCard } from '../upload/upload-card.tsx'
import type { UploadedDocument } from '../uploaded-document.ts'

interface WholeClassProps {
  wordsLeft: number | null
  plan: PlanId
  /** Called with the class that was made of a list of names. */
  onMade: (class_group_id: string) => void
  onClose: () => void
}

const noDocuments: readonly UploadedDocument[] = []

/**
 * Takes what a class handed in, or the names of its students, and makes the class of it. What was uploaded goes
 * on in the assignment panel of the documents page, which names the class after the archive.
 */
export function WholeClass({ wordsLeft, plan, onMade, onClose }: WholeClassProps) {
  const { t } = useTranslation(['documents', 'ui'])
  const openAssignPanel = useOpenAssignPanel()
  const [uploaded, setUploaded] = useState(noDocuments)
  const [limit, setLimit] = useState<string | null>(null)
  const [naming, setNaming] = useState(false)
  useEffect(() => {
    // A limit that was met on the way is read first.
    if (uploaded.length > 0 && limit === null) openAssignPanel(uploaded)
  }, [uploaded, limit, openAssignPanel])
  return (
    <section className={classes.wholeClass} aria-label={t('wholeClass.title')}>
      <SectionHeader
        title={t('wholeClass.title')}
        actions={<CloseButton aria-label={t('wholeClass.close')} onClick={onClose} />}
      />
      <p>{t('wholeClass.lead')}</p>
      {naming ? (
        <NewStudents
          documents={noDocuments}
          archive={undefined}
          into={undefined}
          isFresh
          isFirst
          onAdded={onMade}
          onClose={() => setNaming(false)}
          close={t('ui:cancel')}
        />
      ) : (
        <>
          <UploadCard multiple wordsLeft={wordsLeft} onLimit={setLimit} onSeveral={setUploaded} />
          <Button variant="default" onClick={() => setNaming(true)}>
            {t('wholeClass.names')}
          </Button>
        </>
      )}
      <LimitModal detail={limit} plan={plan} onClose={() => setLimit(null)} />
    </section>
  )
}

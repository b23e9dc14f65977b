import { Button, Skeleton, Tabs } from '@mantine/core'
import { type ClassGroup, classUploadPauseMs, type Document, readScore } from '@penmark/contract'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams, useSearchParams } from 'react-router'
import { useProfile, useRaiseUsage } from '../../features/accounts/profile/profile.ts'
import { classTasksAddress } from '../../features/authorship/tasks/queries.ts'
import { CasesSection } from '../../features/cases/case-parts.tsx'
import classes from '../../features/classes/class-groups/class-groups.module.css'
import {
  ExportMenu,
  ExportProgress,
  useExport,
} from '../../features/classes/class-groups/export-controls.tsx'
import { EditClass } from '../../features/classes/class-groups/lazy-class-form.tsx'
import { Members } from '../../features/classes/class-groups/members.tsx'
import { ClassMissing } from '../../features/classes/class-groups/missing.tsx'
import { useClassGroup, useMembers } from '../../features/classes/class-groups/queries.ts'
import { useAssignPanel } from '../../features/documents/assign/uploads-to-assign.ts'
import { AssignPanel, LimitModal } from '../../features/documents/dialogs/dialogs.tsx'
import { ownDocuments } from '../../features/documents/first-page.ts'
import { Overview } from '../../features/documents/overview/overview.tsx'
import { useOverview } from '../../features/documents/overview/queries.ts'
import { OwnedDocuments } from '../../features/documents/owned/owned-documents.tsx'
import { useDocumentCount, useDocuments } from '../../features/documents/queries.ts'
import { useStatusChanges } from '../../features/documents/status.ts'
import { UploadCard } from '../../features/documents/upload/upload-card.tsx'
import { CourseStudents } from '../../features/integrations/lti/add-students.tsx'
import { sharedPassagesAddress } from '../../features/similarity/queries.ts'
import { sourcesAddress } from '../../features/similarity/sources/queries.ts'
import { canBeId, classListAddress, classOrigin } from '../../lib/addresses/addresses.ts'
import { formatNumber, formatScore } from '../../lib/format/format.ts'
import { loadNamespaces } from '../../lib/i18n/i18n.ts'
import { Notice } from '../../ui/notice/notice.tsx'
import { BackTo, PageHeader } from '../../ui/page-header/page-header.tsx'
import { Loading } from '../../ui/page-state/page-state.tsx'
import { SignedIn } from '../../ui/signed-in/signed-in.tsx'
import { Tile, TileRow } from '../../ui/tiles/tiles.tsx'

/** Loaded only for classes with documents written in class. */
const ClassBaseline = lazy(async () => {
  const [{ ClassBaseline }] = await Promise.all([
    import('../../features/documents/reports/baseline/class-baseline.tsx'),
    loadNamespaces(['report']),
  ])
  return { default: ClassBaseline }
})

export default function ClassViewPage() {
  const { t } = useTranslation('classes')
  const { classId } = useParams()
  return (
    <SignedIn title={t('class')} required={t('loginRequired')}>
      {canBeId(classId) ? (
        <ClassScreen key={classId} classId={classId} />
      ) : (
        <ClassMissing reason="invalidId" />
      )}
    </SignedIn>
  )
}

function ClassScreen({ classId }: { classId: string }) {
  const { data, error, isPending, refetch } = useClassGroup(classId)
  if (data) return <ClassView classGroup={data} />
  if (isPending) return <Loading region="page" />
  return <ClassMissing reason={error} onRetry={() => void refetch()} />
}

function ClassView({ classGroup }: { classGroup: ClassGroup }) {
  const { t, i18n } = useTranslation('classes')
  const { id, class_name, academic_year, student_ids } = classGroup
  const [search, setSearch] = useSearchParams()
  const editing = search.get('edit') === 'true'
  const tab = search.get('tab') ?? (editing ? 'students' : 'documents')
  const setTab = (next: string | null) =>
    setSearch({ ...(editing ? { edit: 'true' } : {}), tab: next ?? 'documents' }, { replace: true })
  const [arriving, setArriving] = useState(false)
  const [limit, setLimit] = useState<string | null>(null)
  const owner = useMemo(() => ({ class_group_id: id }), [id])
  const { all: documents, shown } = useDocuments(owner)
  const own = useMemo(() => documents?.filter(({ is_sample }) => !is_sample), [documents])
  const counted = useDocumentCount(
    { ...owner, ...ownDocuments },
    { isNeeded: documents === undefined && shown !== undefined },
  )
  const total = own?.length ?? counted
  const members = useMembers(id)
  const raiseUsage = useRaiseUsage()
  const profile = useProfile().data?.profile
  const panel = useAssignPanel()
  const figures = useOverview(owner).data?.figures
  const { running, exportTable, exportReports, stop } = useExport(id)
  useStatusChanges(documents, {
    onCompleted: raiseUsage,
    onLimitExceeded: (reason) => setLimit(reason ?? ''),
  })

  const setEditing = (on: boolean) => {
    setSearch(on ? { edit: 'true' } : { tab: 'students' }, { replace: true })
  }
  const completed = documents?.filter(({ status }) => status === 'COMPLETED').length ?? 0
  const hasBaseline =
    documents?.some(({ status, written_in_class }) => status === 'COMPLETED' && written_in_class) ?? false
  const unassigned = figures?.without_student ?? 0
  const assignmentOptions = {
    students: members.data ?? [],
    classes: [],
    loading: members.isPending,
    failure: members.error,
  }
  return (
    <>
      <PageHeader
        title={class_name}
        lead={academic_year ? t('year', { year: academic_year }) : t('year.none')}
        back={<BackTo to={classListAddress}>{t('back')}</BackTo>}
        actions={
          <>
            <Button component={Link} to={classTasksAddress(id)} variant="default">
              {t('writingTasks')}
            </Button>
            <Button component={Link} to={sharedPassagesAddress(owner)} variant="default">
              {t('sharedPassages')}
            </Button>
            <Button component={Link} to={sourcesAddress(id)} variant="default">
              {t('sources')}
            </Button>
            <ExportMenu
              busy={running !== null}
              onTable={() => void exportTable()}
              onReports={() => void exportReports(completed)}
            />
            <Button variant="default" onClick={() => setEditing(!editing)}>
              {editing ? t('edit.done') : t('edit')}
            </Button>
          </>
        }
      />
      <ExportProgress running={running} onStop={stop} />
      {!editing && <Overview target={owner} origin={classOrigin(id)} cards={8} />}
      {editing ? (
        <EditClass classGroup={classGroup} onDone={() => setEditing(false)} />
      ) : (
        <ClassTiles
          classGroup={classGroup}
          documents={own}
          total={total}
          withoutStudent={figures?.without_student}
        />
      )}
      <div hidden={editing}>
        <UploadCard
          multiple
          owners={owner}
          pauseMs={classUploadPauseMs}
          wordsLeft={profile?.usage?.remaining ?? null}
          onLimit={setLimit}
          onSeveral={panel.add}
          onUndone={panel.remove}
          onArriving={setArriving}
        />
        {panel.documents.length > 0 && (
          <AssignPanel
            documents={panel.documents}
            list={documents ?? []}
            people={assignmentOptions}
            within={classGroup}
            onClose={panel.close}
            onAssigned={panel.remove}
          />
        )}
      </div>
      <Tabs value={tab} onChange={setTab} keepMounted={false} className={classes.tabs ?? ''}>
        <Tabs.List aria-label={t('tabs')}>
          <Tabs.Tab value="documents" data-figure="documents" data-value={total}>
            {total === undefined
              ? t('tab.documentsLoading')
              : t('tab.documents', { shown: formatNumber(i18n, total) })}
          </Tabs.Tab>
          <Tabs.Tab value="students">
            {t('tab.students', { shown: formatNumber(i18n, student_ids.length) })}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="documents" pt="lg">
          {unassigned > 0 && <Notice tone="info">{t('unassigned', { count: unassigned })}</Notice>}
          <OwnedDocuments
            title={t('documents.title')}
            showsTitle={false}
            owner={owner}
            origin={classOrigin(id)}
            empty={t('documents.empty')}
            members={assignmentOptions.students}
            figures={figures}
            arriving={arriving}
            onLimit={setLimit}
          />
        </Tabs.Panel>
        <Tabs.Panel value="students" pt="lg">
          <CourseStudents classId={id} />
          <Members classGroup={classGroup} editing={editing} onEdit={() => setEditing(true)} />
        </Tabs.Panel>
      </Tabs>
      {hasBaseline && (
        <Suspense>
          <div className={classes.baseline}>
            <ClassBaseline classId={id} />
          </div>
        </Suspense>
      )}
      <CasesSection filter={owner} />
      <LimitModal detail={limit} plan={profile?.plan ?? 'FREE'} onClose={() => setLimit(null)} />
    </>
  )
}

/** The mean of the available scores, 0…1, and their number; null without any. */
function averageOf(documents: readonly Pick<Document, 'ai_score' | 'score'>[]): {
  mean: number | null
  scored: number
} {
  const scores = documents.map((document) => readScore(document)).filter((score) => score !== null)
  const sum = scores.reduce((total, score) => total + score, 0)
  return { mean: scores.length > 0 ? sum / scores.length : null, scored: scores.length }
}

interface ClassTilesProps {
  classGroup: ClassGroup
  /** Undefined until all are loaded. */
  documents: readonly Document[] | undefined
  /** Their number, known sooner. */
  total: number | undefined
  /** Undefined until it is known. */
  withoutStudent: number | undefined
}

/** Students, documents and average score of a class. */
function ClassTiles({ classGroup, documents, total, withoutStudent }: ClassTilesProps) {
  const { t, i18n } = useTranslation('classes')
  const { mean, scored } = averageOf(documents ?? [])
  const placeholder = <Skeleton width={56} height={28} mt={4} />
  return (
    <TileRow loading={documents === undefined} across={3}>
      <Tile label={t('tile.students')} note={t('tile.students.note')}>
        {formatNumber(i18n, classGroup.student_ids.length)}
      </Tile>
      <Tile
        label={t('tile.documents')}
        note={
          withoutStudent ? t('tile.documents.note', { shown: formatNumber(i18n, withoutStudent) }) : undefined
        }
        figure={{ name: 'documents', value: total }}
      >
        {total === undefined ? placeholder : formatNumber(i18n, total)}
      </Tile>
      <Tile
        label={t('tile.average')}
        note={documents && t('tile.average.note', { count: scored, shown: formatNumber(i18n, scored) })}
      >
        {documents ? formatScore(i18n, mean) : placeholder}
      </Tile>
    </TileRow>
  )
}

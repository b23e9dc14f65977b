import { Button, Space } from '@mantine/core'
import type { Student } from '@penmark/contract'
import { IconFileText, IconPencil } from '@tabler/icons-react'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams, useSearchParams } from 'react-router'
import { useProfile, useRaiseUsage } from '../../features/accounts/profile/profile.ts'
import { CasesSection } from '../../features/cases/case-parts.tsx'
import { backAddress, originClass, reportOrigin } from '../../features/classes/students/addresses.ts'
import { EraseStudent } from '../../features/classes/students/erase-student.tsx'
import { useClasses } from '../../features/classes/students/queries.ts'
import { StudentForm, StudentLoader } from '../../features/classes/students/student-loader.tsx'
import classes from '../../features/classes/students/students.module.css'
import { AllocateModal } from '../../features/documents/allocate/allocate-modal.tsx'
import { LimitModal } from '../../features/documents/dialogs/dialogs.tsx'
import { useOverview } from '../../features/documents/overview/queries.ts'
import { OwnedDocuments } from '../../features/documents/owned/owned-documents.tsx'
import { useDocuments } from '../../features/documents/queries.ts'
import { LazyStudentWriting } from '../../features/documents/reports/earlier-writing/lazy-student-writing.tsx'
import { useStatusChanges } from '../../features/documents/status.ts'
import { UploadCard } from '../../features/documents/upload/upload-card.tsx'
import { studentName } from '../../lib/format/format.ts'
import { BackTo, PageHeader } from '../../ui/page-header/page-header.tsx'
import { toast } from '../../ui/toast/toast.tsx'

export default function StudentViewPage() {
  const { t } = useTranslation('students')
  const { studentId = '' } = useParams()
  const [search, setSearch] = useSearchParams()
  const classId = originClass(search)
  const back = <BackTo to={backAddress(classId)}>{t(classId === null ? 'back' : 'backToClass')}</BackTo>
  const edit = (on: boolean) => {
    const next = new URLSearchParams(search)
    if (on) next.set('edit', 'true')
    else next.delete('edit')
    setSearch(next, { replace: !on })
  }
  return (
    <StudentLoader key={studentId} id={studentId} back={back}>
      {(student) =>
        search.get('edit') === 'true' ? (
          <>
            <PageHeader title={t('edit.title')} back={back} />
            <StudentForm
              student={student}
              onSaved={() => {
                toast.success(t('form.saved'))
                edit(false)
              }}
              onCancel={() => edit(false)}
            />
            <EraseStudent student={student} leadsTo={backAddress(classId)} />
          </>
        ) : (
          <StudentScreen
            student={student}
            origin={reportOrigin(student.id, classId)}
            back={back}
            onEdit={() => edit(true)}
          />
        )
      }
    </StudentLoader>
  )
}

interface StudentScreenProps {
  student: Student
  /** The query of a report's URL. */
  origin: string
  back: ReactNode
  onEdit: () => void
}

function StudentScreen({ student, origin, back, onEdit }: StudentScreenProps) {
  const { t } = useTranslation('students')
  const profile = useProfile().data?.profile
  const raiseUsage = useRaiseUsage()
  const [arriving, setArriving] = useState(false)
  const [limit, setLimit] = useState<string | null>(null)
  const [allocating, setAllocating] = useState(false)
  const closeAllocating = useCallback(() => setAllocating(false), [])
  const owner = useMemo(() => ({ student_id: student.id }), [student.id])
  const { all: documents } = useDocuments(owner)
  const figures = useOverview(owner).data?.figures
  useStatusChanges(
    documents,
    { onCompleted: raiseUsage, onLimitExceeded: (reason) => setLimit(reason ?? '') },
    student.id,
  )
  const name = studentName(student)
  return (
    <>
      <PageHeader
        title={name}
        back={back}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconPencil size={16} aria-hidden="true" />}
              onClick={onEdit}
            >
              {t('edit.action')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconFileText size={16} aria-hidden="true" />}
              onClick={() => setAllocating(true)}
            >
              {t('allocate')}
            </Button>
          </>
        }
      />
      <StudentCard student={student} />
      <UploadCard
        multiple
        owners={owner}
        wordsLeft={profile?.usage?.remaining ?? null}
        onLimit={setLimit}
        onArriving={setArriving}
      />
      <Space h="xl" />
      <OwnedDocuments
        title={t('documents')}
        owner={owner}
        origin={origin}
        empty={t('documents.empty', { name })}
        figures={figures}
        arriving={arriving}
        onLimit={setLimit}
      />
      {documents && (
        <LazyStudentWriting
          studentId={student.id}
          completed={documents.filter(({ status }) => status === 'COMPLETED').length}
        />
      )}
      <CasesSection filter={owner} />
      <AllocateModal opened={allocating} student={{ id: student.id, name }} onClose={closeAllocating} />
      <LimitModal detail={limit} plan={profile?.plan ?? 'FREE'} onClose={() => setLimit(null)} />
    </>
  )
}

/** The details of a student. */
function StudentCard({ student }: { student: Student }) {
  const { t } = useTranslation('students')
  const { namesOf, loading } = useClasses()
  const { first_name, last_name, email, external_student_id, class_group_ids, year_group, descriptor } =
    student
  const inClasses = namesOf(class_group_ids).join(', ')
  return (
    <dl className={classes.card} aria-label={t('card')}>
      <Detail label={t('field.first_name')}>{first_name}</Detail>
      <Detail label={t('field.last_name')}>{last_name}</Detail>
      <Detail label={t('field.email')}>{email && <a href={`mailto:${email}`}>{email}</a>}</Detail>
      <Detail label={t('field.external_student_id')}>{external_student_id}</Detail>
      {year_group && <Detail label={t('field.year_group')}>{year_group}</Detail>}
      <Detail label={t('column.classes')}>
        {loading && class_group_ids.length > 0 ? '…' : inClasses || t('class.none')}
      </Detail>
      {descriptor && (
        <Detail label={t('field.descriptor')} wide>
          {descriptor}
        </Detail>
      )}
    </dl>
  )
}

function Detail({ label, children, wide }: { label: string; children: ReactNode; wide?: boolean }) {
  return (
    <div className={classes.fact} data-wide={wide}>
      <dt>{label}</dt>
      <dd>{children || '–'}</dd>
    </div>
  )
}

import { CloseButton } from '@mantine/core'
import type { ClassGroup, Student } from '@penmark/contract'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { useProfile, useRaiseUsage } from '../../features/accounts/profile/profile.ts'
import classes from '../../features/classes/class-groups/class-groups.module.css'
import { ClassMissing, StudentMissing } from '../../features/classes/class-groups/missing.tsx'
import { useClassGroup, useStudent } from '../../features/classes/class-groups/queries.ts'
import { LimitModal } from '../../features/documents/dialogs/dialogs.tsx'
import { useOverview } from '../../features/documents/overview/queries.ts'
import { OwnedDocuments } from '../../features/documents/owned/owned-documents.tsx'
import { useDocuments } from '../../features/documents/queries.ts'
import { LazyStudentWriting } from '../../features/documents/reports/earlier-writing/lazy-student-writing.tsx'
import { useStatusChanges } from '../../features/documents/status.ts'
import { UploadCard } from '../../features/documents/upload/upload-card.tsx'
import { canBeId, classAddress, studentInClassOrigin } from '../../lib/addresses/addresses.ts'
import { isNoticeHidden, storeHiddenNotice } from '../../lib/consent/consent.ts'
import { className, studentName } from '../../lib/format/format.ts'
import { Notice } from '../../ui/notice/notice.tsx'
import { BackTo, PageHeader } from '../../ui/page-header/page-header.tsx'
import { Loading } from '../../ui/page-state/page-state.tsx'
import { SignedIn } from '../../ui/signed-in/signed-in.tsx'

export default function ClassStudentPage() {
  const { t } = useTranslation('classes')
  const { classId, studentId } = useParams()
  return (
    <SignedIn title={t('student.title')} required={t('loginRequired')}>
      {!canBeId(classId) ? (
        <ClassMissing reason="invalidId" />
      ) : !canBeId(studentId) ? (
        <StudentMissing classId={classId} reason="invalidId" />
      ) : (
        <StudentScreen key={`${classId} ${studentId}`} classId={classId} studentId={studentId} />
      )}
    </SignedIn>
  )
}

function StudentScreen({ classId, studentId }: { classId: string; studentId: string }) {
  const classGroup = useClassGroup(classId)
  const student = useStudent(studentId)
  if (classGroup.data && student.data)
    return <StudentInClass classGroup={classGroup.data} student={student.data} />
  if (classGroup.isError)
    return <ClassMissing reason={classGroup.error} onRetry={() => void classGroup.refetch()} />
  if (student.isError)
    return <StudentMissing classId={classId} reason={student.error} onRetry={() => void student.refetch()} />
  return <Loading region="page" />
}

function StudentInClass({ classGroup, student }: { classGroup: ClassGroup; student: Student }) {
  const { t } = useTranslation('classes')
  const owner = useMemo(
    () => ({ student_id: student.id, class_group_id: classGroup.id }),
    [student.id, classGroup.id],
  )
  const [arriving, setArriving] = useState(false)
  const [limit, setLimit] = useState<string | null>(null)
  const raiseUsage = useRaiseUsage()
  const profile = useProfile().data?.profile
  const { all: documents } = useDocuments(owner)
  const figures = useOverview(owner).data?.figures
  useStatusChanges(documents, {
    onCompleted: raiseUsage,
    onLimitExceeded: (reason) => setLimit(reason ?? ''),
  })
  const name = studentName(student)
  return (
    <>
      <PageHeader
        title={name}
        lead={className(classGroup)}
        back={<BackTo to={classAddress(classGroup.id)}>{className(classGroup)}</BackTo>}
      />
      <DismissibleNotice flag="student-in-class.context-info">{t('student.contextInfo')}</DismissibleNotice>
      <StudentCard student={student} />
      {classGroup.student_ids.includes(student.id) ? (
        <>
          <DismissibleNotice flag="student-in-class.upload-info">{t('student.uploadInfo')}</DismissibleNotice>
          <UploadCard
            multiple
            owners={owner}
            wordsLeft={profile?.usage?.remaining ?? null}
            onLimit={setLimit}
            onArriving={setArriving}
          />
        </>
      ) : (
        <Notice tone="warning">{t('student.notMember', { name })}</Notice>
      )}
      <div className={classes.below}>
        <OwnedDocuments
          title={t('student.documents')}
          owner={owner}
          origin={studentInClassOrigin(classGroup.id, student.id)}
          empty={t('student.empty')}
          figures={figures}
          arriving={arriving}
          onLimit={setLimit}
        />
      </div>
      {documents && (
        <LazyStudentWriting
          studentId={student.id}
          completed={documents.filter(({ status }) => status === 'COMPLETED').length}
        />
      )}
      <LimitModal detail={limit} plan={profile?.plan ?? 'FREE'} onClose={() => setLimit(null)} />
    </>
  )
}

/** The student's details. Year group and descriptor are left out when empty. */
function StudentCard({ student }: { student: Student }) {
  const { t } = useTranslation('classes')
  const { year_group, descriptor } = student
  return (
    <section aria-label={t('card.title')} className={classes.card}>
      <dl>
        {(['first_name', 'last_name', 'email', 'external_student_id'] as const).map((name) => (
          <div key={name}>
            <dt>{t(`column.${name}`)}</dt>
            <dd>{student[name] ?? '–'}</dd>
          </div>
        ))}
        {year_group && (
          <div>
            <dt>{t('card.yearGroup')}</dt>
            <dd>{year_group}</dd>
          </div>
        )}
        {descriptor && (
          <div className={classes.descriptor}>
            <dt>{t('card.descriptor')}</dt>
            <dd>{descriptor}</dd>
          </div>
        )}
      </dl>
    </section>
  )
}

interface DismissibleNoticeProps {
  /** Storage key that remembers that the notice was hidden. */
  flag: 'student-in-class.upload-info' | 'student-in-class.context-info'
  children: string
}

/** A notice that stays hidden in this browser once dismissed, if preferences may be stored. */
function DismissibleNotice({ flag, children }: DismissibleNoticeProps) {
  const { t } = useTranslation('classes')
  const [hidden, setHidden] = useState(() => isNoticeHidden(flag))
  const hide = () => {
    setHidden(true)
    storeHiddenNotice(flag)
  }
  if (hidden) return null
  return (
    <Notice
      tone="info"
      action={<CloseButton aria-label={t('notice.hide')} title={t('notice.hide')} onClick={hide} />}
    >
      {children}
    </Notice>
  )
}

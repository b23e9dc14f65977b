import { Button } from '@mantine/core'
import type { Student } from '@penmark/contract'
import { IconUpload, IconUserPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { useProfile } from '../../features/accounts/profile/profile.ts'
import {
  backAddress,
  formFromAddress,
  type NavigationState,
  originClass,
  readNavigationState,
} from '../../features/classes/students/addresses.ts'
import { studentKeys } from '../../features/classes/students/queries.ts'
import { StudentList } from '../../features/classes/students/student-list.tsx'
import { StudentForm, StudentLoader } from '../../features/classes/students/student-loader.tsx'
import { RefreshButton } from '../../features/documents/list/list-states.tsx'
import { BackTo, PageHeader } from '../../ui/page-header/page-header.tsx'
import { toast } from '../../ui/toast/toast.tsx'

export default function StudentsPage() {
  const { t } = useTranslation('students')
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const location = useLocation()
  const [search] = useSearchParams()
  const teacherId = useProfile().data?.profile.id
  const navigationState = readNavigationState(location.state)
  const form = formFromAddress(search, navigationState)
  const classId = originClass(search, navigationState)
  useNavigationMessage(navigationState)
  const edit = useCallback(
    (student: Student) => void navigate('/students?edit=true', { state: { studentToEdit: student } }),
    [navigate],
  )

  if (form) {
    const back = backAddress(classId)
    const close = () => void navigate(back)
    const saved = () => {
      toast.success(t(form.student === null ? 'form.added' : 'form.saved'))
      close()
    }
    const backLink = <BackTo to={back}>{t(classId === null ? 'back' : 'backToClass')}</BackTo>
    return form.student === null ? (
      <>
        <PageHeader title={t('add.title')} back={backLink} />
        <StudentForm key="new" student={null} teacherId={teacherId} onSaved={saved} onCancel={close} />
      </>
    ) : (
      <StudentLoader key={form.student} id={form.student} back={backLink}>
        {(student) => (
          <>
            <PageHeader title={t('edit.title')} back={backLink} />
            <StudentForm student={student} onSaved={saved} onCancel={close} />
          </>
        )}
      </StudentLoader>
    )
  }
  return (
    <>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        {...(classId === null ? {} : { back: <BackTo to={backAddress(classId)}>{t('backToClass')}</BackTo> })}
        actions={
          <>
            <RefreshButton refetch={() => queryClient.invalidateQueries({ queryKey: studentKeys.all })} />
            <Button
              component={Link}
              to="/bulk-upload"
              variant="default"
              leftSection={<IconUpload size={16} aria-hidden="true" />}
            >
              {t('bulk')}
            </Button>
            <Button
              component={Link}
              to="/students?add=true"
              leftSection={<IconUserPlus size={16} aria-hidden="true" />}
            >
              {t('add')}
            </Button>
          </>
        }
      />
      <StudentList onEdit={edit} />
    </>
  )
}

/** Shows another screen's message once, and not again after a reload. */
function useNavigationMessage(navigationState: NavigationState) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const { successMessage, ...rest } = navigationState
  const otherState = useRef(rest)
  useEffect(() => {
    otherState.current = rest
  })
  useEffect(() => {
    if (successMessage === undefined) return
    toast.success(successMessage)
    void navigate(pathname + search, { replace: true, state: otherState.current })
  }, [successMessage, navigate, pathname, search])
}

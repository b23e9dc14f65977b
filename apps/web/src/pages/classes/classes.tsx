import { Button, TextInput } from '@mantine/core'
import { binKeepDays, type ClassGroup, Problem, rosterRoutes } from '@penmark/contract'
import { IconSearch } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useProfile } from '../../features/accounts/profile/profile.ts'
import classes from '../../features/classes/class-groups/class-groups.module.css'
import { ClassList } from '../../features/classes/class-groups/class-list.tsx'
import { CreateClass } from '../../features/classes/class-groups/lazy-class-form.tsx'
import { CallFailed } from '../../features/classes/class-groups/missing.tsx'
import {
  reloadMembers,
  removeCachedClassGroup,
  useClassGroups,
} from '../../features/classes/class-groups/queries.ts'
import { classAddress } from '../../lib/addresses/addresses.ts'
import type { Outcomes } from '../../lib/call/batch.ts'
import { call } from '../../lib/call/call.ts'
import { detailOf } from '../../lib/call/failure.ts'
import { className } from '../../lib/format/format.ts'
import { loadNamespaces } from '../../lib/i18n/i18n.ts'
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx'
import { PageHeader } from '../../ui/page-header/page-header.tsx'
import { EmptyState, Loading, NoMatch } from '../../ui/page-state/page-state.tsx'
import { SignedIn } from '../../ui/signed-in/signed-in.tsx'
import { useRowRemoval } from '../../ui/table/use-row-removal.ts'
import layout from '../../ui/theme/layout.module.css'
import { toast } from '../../ui/toast/toast.tsx'
import { useUndo } from '../../ui/toast/use-restore.ts'

/** Loaded when it is asked for, with its words. */
const WholeClass = lazy(async () => {
  const [{ WholeClass }] = await Promise.all([
    import('../../features/documents/whole-class/whole-class.tsx'),
    loadNamespaces(['documents']),
  ])
  return { default: WholeClass }
})

export default function ClassesPage() {
  const { t } = useTranslation('classes')
  return (
    <SignedIn title={t('title')} required={t('loginRequired')}>
      <Classes />
    </SignedIn>
  )
}

function Classes() {
  const { t } = useTranslation('classes')
  const navigate = useNavigate()
  const list = useClassGroups()
  const [search, setSearch] = useState('')
  const [creating, setCreating] = useState(false)
  const [deleting, setDeleting] = useState<ClassGroup | null>(null)
  const { leaving, remove } = useDeleteClass()
  const found = useMemo(() => {
    const searchTerm = search.trim().toLocaleLowerCase()
    return (list.data ?? []).filter((classGroup) =>
      className(classGroup).toLocaleLowerCase().includes(searchTerm),
    )
  }, [list.data, search])
  const [handingIn, setHandingIn] = useState(false)
  const create = (
    <div className={layout.row}>
      <Button variant="default" disabled={handingIn} onClick={() => setHandingIn(true)}>
        {t('wholeClass')}
      </Button>
      <Button onClick={() => setCreating(true)}>{t('new')}</Button>
    </div>
  )
  const hasNone = list.data?.length === 0
  const empty = hasNone ? (
    <EmptyState action={create}>
      {t('empty')} {t('empty.drop')}
    </EmptyState>
  ) : (
    <NoMatch clear={t('showAll')} onClear={() => setSearch('')}>
      {t('nothing')}
    </NoMatch>
  )
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} actions={hasNone ? null : create} />
      {handingIn && (
        <Suspense fallback={<Loading region="page" />}>
          <HandIn onMade={(id) => void navigate(classAddress(id))} onClose={() => setHandingIn(false)} />
        </Suspense>
      )}
      {list.isError && !list.data ? (
        <CallFailed error={list.error} onRetry={() => void list.refetch()}>
          {(detail) => t('listFailed', { detail })}
        </CallFailed>
      ) : (
        <>
          {!hasNone && (
            <TextInput
              type="search"
              className={classes.search ?? ''}
              aria-label={t('search')}
              placeholder={t('search')}
              leftSection={<IconSearch size={16} aria-hidden="true" />}
              value={search}
              onChange={({ currentTarget }) => setSearch(currentTarget.value)}
            />
          )}
          <ClassList
            classGroups={found}
            loading={list.isPending}
            empty={empty}
            leaving={leaving}
            onDelete={setDeleting}
          />
        </>
      )}
      <CreateClass
        opened={creating}
        onClose={() => setCreating(false)}
        onCreated={({ id }) => void navigate(classAddress(id, 'edit'))}
      />
      <ConfirmDialog
        opened={deleting !== null}
        title={t('delete.title')}
        confirm={t('delete')}
        destructive
        onConfirm={() => {
          if (deleting) remove(deleting.id)
          setDeleting(null)
        }}
        onClose={() => setDeleting(null)}
      >
        <p>
          <strong>{deleting && className(deleting)}</strong>
        </p>
        <p>{t('delete.text', { days: binKeepDays })}</p>
      </ConfirmDialog>
    </>
  )
}

type HandInProps = Pick<ComponentProps<typeof WholeClass>, 'onMade' | 'onClose'>

/** Takes a whole class, with the words that the teacher has left. */
function HandIn(props: HandInProps) {
  const profile = useProfile().data?.profile
  return (
    <WholeClass wordsLeft={profile?.usage?.remaining ?? null} plan={profile?.plan ?? 'FREE'} {...props} />
  )
}

const isNotFound = (thrown: unknown) => thrown instanceof Problem && thrown.code === 'not_found'

/** Deletes classes after their rows have animated out. A class already gone counts as deleted. */
function useDeleteClass() {
  const { t } = useTranslation('classes')
  const queryClient = useQueryClient()
  const undo = useUndo()
  const removeRow = useCallback(
    async (id: string) => {
      await call(rosterRoutes.deleteClassGroup, { id }, { keepalive: true }).catch((thrown: unknown) => {
        if (!isNotFound(thrown)) throw thrown
      })
      await removeCachedClassGroup(queryClient, id)
    },
    [queryClient],
  )
  const onDone = useCallback(
    (outcomes: Outcomes<string>) => {
      const failed = outcomes.find(({ failure }) => failure !== null)
      if (failed) toast.error(t('deleteFailed', { detail: detailOf(failed.failure) }))
      else toast.successWith(t('deleted'), undo(outcomes.map(({ item }) => item)))
      void reloadMembers(queryClient)
      void queryClient.invalidateQueries({ queryKey: ['documents'] })
    },
    [queryClient, t, undo],
  )
  return useRowRemoval({ removeRow, onDone })
}

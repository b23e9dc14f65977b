import { type ComponentProps, lazy, Suspense } from 'react'
import { OnceOpened } from '../../../ui/dialog/dialog.tsx'
import { Loading } from '../../../ui/page-state/page-state.tsx'

/**
 * The forms are fetched when they are first needed: their validation is larger than the screens that open
 * them.
 */
const Create = lazy(async () => ({ default: (await import('./class-form.tsx')).CreateClass }))
const Edit = lazy(async () => ({ default: (await import('./class-form.tsx')).EditClass }))

export function CreateClass(props: ComponentProps<typeof Create>) {
  return (
    <OnceOpened opened={props.opened}>
      <Create {...props} />
    </OnceOpened>
  )
}

export function EditClass(props: ComponentProps<typeof Edit>) {
  return (
    <Suspense fallback={<Loading region="page" />}>
      <Edit {...props} />
    </Suspense>
  )
}

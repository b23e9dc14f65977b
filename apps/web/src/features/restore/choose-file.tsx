import { Button } from '@mantine/core'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'

interface ChooseFileProps {
  label?: string
  disabled?: boolean
  onFile: (file: File) => void
}

/** Chooses the archive of a backup. What it really is, the server says after its first bytes. */
export function ChooseFile({ label, disabled = false, onFile }: ChooseFileProps) {
  const { t } = useTranslation('restore')
  const input = useRef<HTMLInputElement>(null)
  return (
    <div>
      <input
        ref={input}
        type="file"
        hidden
        accept=".tar,application/x-tar"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          // Else choosing the same file again would change nothing.
          currentTarget.value = ''
          if (file !== undefined) onFile(file)
        }}
      />
      <Button size="md" variant="default" disabled={disabled} onClick={() => input.current?.click()}>
        {label ?? t('choose')}
      </Button>
    </div>
  )
}

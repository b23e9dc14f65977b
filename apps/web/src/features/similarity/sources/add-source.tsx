import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { fileTypes, type SourceKind, sourceKinds } from '@penmark/contract'
import { fileWords } from '@penmark/wording'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { detailOf } from '../../../lib/call/failure.ts'
import { Notice } from '../../../ui/notice/notice.tsx'
import { SectionHeader } from '../../../ui/page-header/page-header.tsx'
import classes from '../overlap.module.css'
import { type SourceContent, useAddSource } from './queries.ts'

/** What was chosen or pasted; a file comes before a text. */
function contentOf(file: File | null, text: string): SourceContent | null {
  if (file !== null) return { file }
  return text.trim() === '' ? null : { text }
}

/** Adds a file or a pasted text to the sources of a class. */
export function AddSource({ classId }: { classId: string }) {
  const { t } = useTranslation('overlap')
  const [kind, setKind] = useState<SourceKind>('book')
  const [name, setName] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const [text, setText] = useState('')
  const [isTried, setTried] = useState(false)
  const add = useAddSource(classId)
  const content = contentOf(file, text)
  const isNamed = name.trim() !== ''
  const submit = () => {
    setTried(true)
    if (content === null || !isNamed) return
    add.mutate(
      { name, kind, content },
      {
        onSuccess: () => {
          setName('')
          setFile(null)
          setText('')
          setTried(false)
        },
      },
    )
  }
  return (
    <section className={classes.result}>
      <SectionHeader title={t('sources.add')} />
      <form
        className={classes.form}
        aria-label={t('sources.add')}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <NativeSelect
          label={t('sources.form.kind')}
          value={kind}
          onChange={({ currentTarget }) =>
            setKind(sourceKinds.find((each) => each === currentTarget.value) ?? 'other')
          }
          data={sourceKinds.map((value) => ({ value, label: t(`sources.kind.${value}`) }))}
        />
        <ChooseFile
          file={file}
          onFile={(chosen) => {
            setFile(chosen)
            if (chosen !== null && !isNamed)
              setName(chosen.name.split('.').slice(0, -1).join('.') || chosen.name)
          }}
        />
        {file === null && (
          <Textarea
            className={classes.wide ?? ''}
            label={t('sources.form.text')}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
            rows={4}
            error={isTried && content === null && t('sources.form.nothing')}
          />
        )}
        <TextInput
          className={classes.wide ?? ''}
          label={t('sources.form.name')}
          description={t('sources.form.name.hint')}
          value={name}
          maxLength={200}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          error={isTried && !isNamed && t('sources.form.name.missing')}
          autoComplete="off"
        />
        {add.isError && (
          <Notice tone="error">{t('sources.form.failed', { detail: detailOf(add.error) })}</Notice>
        )}
        <Button type="submit" loading={add.isPending}>
          {t('sources.add')}
        </Button>
      </form>
    </section>
  )
}

function ChooseFile({ file, onFile }: { file: File | null; onFile: (file: File | null) => void }) {
  const { t, i18n } = useTranslation('overlap')
  const picker = useRef<HTMLInputElement>(null)
  return (
    <div>
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={t('sources.form.file')}
        accept={fileTypes.map((type) => `.${type}`).join(',')}
        onChange={({ currentTarget }) => {
          const [chosen = null] = currentTarget.files ?? []
          // Lets the same file be chosen again.
          currentTarget.value = ''
          onFile(chosen)
        }}
      />
      <Button variant="default" onClick={() => picker.current?.click()}>
        {t('sources.form.file.choose')}
      </Button>{' '}
      {file !== null && (
        <>
          <span className={classes.chosen}>{file.name}</span>{' '}
          <Button variant="default" onClick={() => onFile(null)}>
            {t('sources.form.file.without')}
          </Button>
        </>
      )}
      <p className={classes.soft}>{t('sources.form.file.hint', fileWords(i18n.language))}</p>
    </div>
  )
}

import { Button, TextInput } from '@mantine/core'
import type { BackupContents } from '@penmark/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBytes, formatNumber, formatTime } from '../../../lib/format/format.ts'
import { Notice } from '../../../ui/notice/notice.tsx'
import layout from '../../../ui/theme/layout.module.css'
import text from '../../../ui/theme/text.module.css'
import classes from './restore.module.css'
import type { RestorePlace } from './stored-restore.ts'
import type { RestoreFlow } from './use-restore.ts'

interface ConfirmRestoreProps {
  place: RestorePlace
  name: string
  contents: BackupContents
  flow: RestoreFlow
}

/** What the archive contains, what restoring it means, and the confirmation. */
export function ConfirmRestore({
  place,
  name,
  contents,
  flow: { confirm, cancel, isBusy },
}: ConfirmRestoreProps) {
  const { t } = useTranslation('restore')
  const [typed, setTyped] = useState('')
  const phrase = t('confirm.phrase')
  const isTyped = place === 'first' || typed.trim().toLocaleLowerCase() === phrase.toLocaleLowerCase()
  return (
    <form
      className={classes.running}
      onSubmit={(event) => {
        event.preventDefault()
        if (isTyped && !isBusy) confirm()
      }}
    >
      <p className={classes.title} role="status">
        {t('ready', { name })}
      </p>
      <Contents contents={contents} />
      {place === 'admin' ? <Notice tone="warning">{t('warning.admin')}</Notice> : <p>{t('warning.first')}</p>}
      <p className={text.soft}>{t('keys')}</p>
      {place === 'admin' && (
        <TextInput
          className={classes.code ?? ''}
          label={t('confirm.type', { phrase })}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
        />
      )}
      <div className={layout.buttons}>
        <Button
          type="submit"
          size="md"
          className={place === 'admin' && isTyped ? (classes.danger ?? '') : ''}
          disabled={!isTyped}
          loading={isBusy}
        >
          {t(`confirm.${place}`)}
        </Button>
        <Button size="md" variant="default" onClick={cancel} disabled={isBusy}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  )
}

function Contents({ contents }: { contents: BackupContents }) {
  const { t, i18n } = useTranslation('restore')
  const { made_at, version, teachers, documents, files, size_bytes } = contents
  const lines = [
    [t('contents.made'), t('contents.version', { time: formatTime(i18n, made_at), version })],
    [t('contents.teachers'), formatNumber(i18n, teachers)],
    [t('contents.documents'), formatNumber(i18n, documents)],
    [
      t('contents.size'),
      t('contents.files', {
        count: files,
        shown: formatNumber(i18n, files),
        size: formatBytes(i18n, size_bytes),
      }),
    ],
  ] as const
  return (
    <dl className={classes.contents}>
      {lines.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

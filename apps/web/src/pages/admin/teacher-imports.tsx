import { Button, Checkbox, Group } from '@mantine/core'
import { type TeacherImportResult, teacherImportLimits } from '@penmark/contract'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../../features/operations/admin/admin.module.css'
import importClasses from '../../features/operations/admin/teacher-imports.module.css'
import {
  Changes,
  ImportRuns,
  Problems,
  toBase64,
  useFormatCounts,
  useImport,
  useTeacherImports,
} from '../../features/operations/admin/teacher-imports.tsx'
import { saveFile } from '../../lib/browser/browser.ts'
import { csvFile } from '../../lib/browser/csv-file.ts'
import { detailOf } from '../../lib/call/failure.ts'
import { formatNumber } from '../../lib/format/format.ts'
import { DropZone } from '../../ui/drop-zone/drop-zone.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { SectionHeader } from '../../ui/page-header/page-header.tsx'
import { toast } from '../../ui/toast/toast.tsx'
import { AdminOnly } from './admin-only.tsx'

export default function AdminTeacherImportsPage() {
  const { t } = useTranslation('admin')
  return (
    <AdminOnly title={t('card.teacherImports')} lead={t('imports.lead')}>
      <div className={classes.sections}>
        <ImportTeachers />
        <ImportRuns />
      </div>
    </AdminOnly>
  )
}

interface ChosenFile {
  name: string
  /** In base64. */
  file: string
  missing: 'keep' | 'deactivate'
  allow_many: boolean
}

const templateHeader = ['Email', 'First name', 'Last name', 'Role', 'Active']

/** Imports a list of teachers from a file, after a preview of what it would change. */
function ImportTeachers() {
  const { t } = useTranslation('admin')
  const [chosen, setChosen] = useState<ChosenFile | null>(null)
  const preview = useImport()
  const apply = useImport()
  const showPreview = (next: ChosenFile) => {
    setChosen(next)
    const { name: _name, ...input } = next
    preview.mutate(input)
  }
  const readFile = async ([file]: File[]) => {
    if (file === undefined) return
    if (file.size > teacherImportLimits.bytes) {
      toast.error(t('imports.fault.too-large'))
      return
    }
    try {
      showPreview({ name: file.name, file: await toBase64(file), missing: 'keep', allow_many: false })
    } catch {
      toast.error(t('imports.unreadableFile'))
    }
  }
  const close = () => {
    setChosen(null)
    preview.reset()
  }
  const applyImport = () => {
    if (chosen === null || preview.data === undefined) return
    const { name: _name, ...input } = chosen
    apply.mutate(
      { ...input, fingerprint: preview.data.fingerprint },
      {
        onSuccess: () => {
          toast.success(t('imports.done'))
          close()
        },
        onError: (error) => {
          toast.error(t('imports.failed', { detail: detailOf(error) }))
          showPreview(chosen)
        },
      },
    )
  }
  return (
    <>
      {chosen === null ? (
        <ChooseFile onFiles={(files) => void readFile(files)} />
      ) : (
        <section className={importClasses.preview} aria-label={t('imports.preview', { file: chosen.name })}>
          <SectionHeader title={t('imports.preview', { file: chosen.name })} />
          <DeactivationChoices
            chosen={chosen}
            result={preview.data}
            busy={preview.isPending || apply.isPending}
            onChange={showPreview}
          />
          <div aria-live="polite">
            {preview.isPending && <p>{t('imports.reading')}</p>}
            {preview.isError && (
              <Notice tone="error">{t('imports.failed', { detail: detailOf(preview.error) })}</Notice>
            )}
            {preview.data && <PreviewSummary result={preview.data} />}
          </div>
          <Group gap="sm">
            <Button
              onClick={applyImport}
              loading={apply.isPending}
              disabled={
                preview.data === undefined || preview.data.fault !== null || preview.data.changes.length === 0
              }
            >
              {t('imports.apply')}
            </Button>
            <Button variant="default" onClick={close}>
              {t('imports.cancel')}
            </Button>
          </Group>
          {preview.data && preview.data.problems.length > 0 && <Problems problems={preview.data.problems} />}
          {preview.data && preview.data.changes.length > 0 && <Changes changes={preview.data.changes} />}
        </section>
      )}
    </>
  )
}

function ChooseFile({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { t, i18n } = useTranslation('admin')
  const { data } = useTeacherImports()
  const lines = formatNumber(i18n, teacherImportLimits.lines)
  return (
    <div className={importClasses.preview}>
      <ul className={importClasses.rules} aria-label={t('imports.how')}>
        <li>{t('imports.how.columns')}</li>
        <li>{t('imports.how.format', { lines })}</li>
        {data && <li>{t(data.sends_invitations ? 'imports.how.invites' : 'imports.how.provider')}</li>}
        {data &&
          (data.nightly === null ? <li>{t('imports.nightly.off')}</li> : <Nightly nightly={data.nightly} />)}
      </ul>
      <DropZone
        accept={{ 'text/csv': ['.csv'], 'text/plain': ['.txt'] }}
        multiple={false}
        browse={t('imports.browse')}
        onFiles={onFiles}
        onRefused={onFiles}
        actions={
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden="true" />}
            onClick={() => saveFile(csvFile([templateHeader]), 'teachers.csv')}
          >
            {t('imports.template')}
          </Button>
        }
      >
        <strong>{t('imports.drop')}</strong>
        <p>{t('imports.types')}</p>
      </DropZone>
    </div>
  )
}

function Nightly({
  nightly: { hour, missing, time_zone: zone },
}: {
  nightly: { hour: number; missing: string; time_zone: string }
}) {
  const { t, i18n } = useTranslation('admin')
  const time = new Intl.DateTimeFormat(i18n.language, { hour: 'numeric', minute: '2-digit' }).format(
    new Date(2026, 0, 1, hour),
  )
  return (
    <li>
      {t('imports.nightly', { hour: time, zone })}{' '}
      {t(missing === 'deactivate' ? 'imports.nightly.deactivate' : 'imports.nightly.keep')}
    </li>
  )
}

interface DeactivationChoicesProps {
  chosen: ChosenFile
  result: TeacherImportResult | undefined
  busy: boolean
  onChange: (chosen: ChosenFile) => void
}

/** What an administrator decides about accounts that would be deactivated. */
function DeactivationChoices({ chosen, result, busy, onChange }: DeactivationChoicesProps) {
  const { t } = useTranslation('admin')
  return (
    <div className={importClasses.choices}>
      <Checkbox
        label={t('imports.missing')}
        description={t('imports.missing.about')}
        checked={chosen.missing === 'deactivate'}
        disabled={busy}
        onChange={({ currentTarget }) =>
          onChange({ ...chosen, missing: currentTarget.checked ? 'deactivate' : 'keep', allow_many: false })
        }
      />
      {(chosen.allow_many || result?.fault === 'too-many-deactivated') && (
        <Checkbox
          label={t('imports.allowMany')}
          checked={chosen.allow_many}
          disabled={busy}
          onChange={({ currentTarget }) => onChange({ ...chosen, allow_many: currentTarget.checked })}
        />
      )}
    </div>
  )
}

function PreviewSummary({
  result: { fault, changes, unchanged, problems },
}: {
  result: TeacherImportResult
}) {
  const { t, i18n } = useTranslation('admin')
  const formatCounts = useFormatCounts()
  if (fault !== null)
    return (
      <Notice tone="error">
        {t(`imports.fault.${fault}`, { lines: formatNumber(i18n, teacherImportLimits.lines) })}
      </Notice>
    )
  const countOf = (kind: string) => changes.filter((change) => change.kind === kind).length
  const counts = {
    add: countOf('add'),
    change: countOf('change'),
    deactivate: countOf('deactivate'),
    unchanged,
    problems: problems.length,
  }
  return (
    <>
      {changes.length === 0 && <p>{t('imports.nothing')}</p>}
      <p className={importClasses.counts}>{formatCounts(counts)}</p>
    </>
  )
}

import { Button, CopyButton, Skeleton } from '@mantine/core'
import { Problem } from '@penmark/contract'
import { fileWords, readableName } from '@penmark/wording'
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useParams, useSearchParams } from 'react-router'
import { saveFile } from '../../../../lib/browser/browser.ts'
import { detailOf } from '../../../../lib/call/failure.ts'
import { PageHeader } from '../../../../ui/page-header/page-header.tsx'
import { EmptyState } from '../../../../ui/page-state/page-state.tsx'
import { SignedIn } from '../../../../ui/signed-in/signed-in.tsx'
import {
  BackAnchor,
  type BackLink,
  backLink,
  DocumentLine,
  DocumentLinePlaceholder,
} from '../document-header.tsx'
import { estimatedHeight } from '../estimated-height.ts'
import { useDocumentText, useReportedDocument } from '../queries.ts'
import screen from '../screen.module.css'
import classes from './extracted-text.module.css'

export function ExtractedTextPage() {
  const { t } = useTranslation('report')
  const { documentId = '' } = useParams()
  const [search] = useSearchParams()
  const back = backLink(search)
  return (
    <SignedIn title={t('textView.title')} required={t('textView.loginRequired')}>
      {documentId.trim() === '' ? (
        <MissingId back={back} />
      ) : (
        <ExtractedText key={documentId} documentId={documentId} back={back} />
      )}
    </SignedIn>
  )
}

interface ExtractedTextProps {
  documentId: string
  back: BackLink
}

/** The extracted text of a document, to read, copy and download. */
function ExtractedText({ documentId, back }: ExtractedTextProps) {
  const { t } = useTranslation('report')
  const { search } = useLocation()
  const { data: document, isPending } = useReportedDocument(documentId)
  const text = useDocumentText(documentId)
  const name = document && readableName(document)
  return (
    <>
      <PageHeader
        title={t('textView.title')}
        tabTitle={name ? `${t('textView.title')} · ${name}` : t('textView.title')}
        back={<BackAnchor {...back} />}
        lead={
          document ? (
            <DocumentLine document={document} report={undefined} />
          ) : (
            isPending && <DocumentLinePlaceholder />
          )
        }
        actions={
          <div className={screen.actions}>
            {document?.status === 'COMPLETED' && (
              <Button
                component={Link}
                to={{ pathname: `/documents/${encodeURIComponent(documentId)}/report`, search }}
                variant="default"
              >
                {t('textView.report')}
              </Button>
            )}
            {text.data !== undefined && <TextActions text={text.data} name={name} />}
          </div>
        }
      />
      {text.isPending && <TextSkeleton />}
      {text.isError && <TextProblem error={text.error} onRetry={() => void text.refetch()} />}
      {text.data !== undefined && <ReadingText text={text.data} />}
    </>
  )
}

function TextActions({ text, name }: { text: string; name: string | undefined }) {
  const { t } = useTranslation('report')
  return (
    <>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button
            variant="default"
            onClick={copy}
            leftSection={
              copied ? <IconCheck size={16} aria-hidden="true" /> : <IconCopy size={16} aria-hidden="true" />
            }
          >
            <span aria-live="polite">{copied ? t('textView.copied') : t('textView.copy')}</span>
          </Button>
        )}
      </CopyButton>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden="true" />}
        onClick={() => downloadText(text, name)}
      >
        {t('textView.download')}
      </Button>
    </>
  )
}

function ReadingText({ text }: { text: string }) {
  const { t } = useTranslation('report')
  if (text.trim() === '') return <EmptyState>{t('textView.empty')}</EmptyState>
  return (
    <article className={classes.text} aria-label={t('textView.title')} translate="no">
      <p className={classes.lead}>{t('textView.lead')}</p>
      {text.split(/\n{2,}/).map((paragraph, index) => {
        const height = estimatedHeight(paragraph.length, { charactersPerLine: 70, lineHeight: 30, gap: 16 })
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a text never reorders its paragraphs
          <p key={index} style={{ containIntrinsicBlockSize: height }}>
            {paragraph}
          </p>
        )
      })}
    </article>
  )
}

function TextProblem({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t, i18n } = useTranslation('report')
  const key = problemKey(error)
  return (
    <div role="alert">
      <EmptyState
        drawing="trouble"
        action={key === 'textView.failed' ? <Button onClick={onRetry}>{t('retry')}</Button> : undefined}
      >
        {t(key, { ...fileWords(i18n.language), detail: detailOf(error) })}
      </EmptyState>
    </div>
  )
}

function TextSkeleton() {
  const { t } = useTranslation('report')
  return (
    <div role="status" aria-label={t('textView.loading')} className={classes.skeleton}>
      {[98, 100, 94, 97, 58].map((width) => (
        <Skeleton key={width} height={18} width={`${width}%`} />
      ))}
    </div>
  )
}

/** Shown when the address has no document id. */
function MissingId({ back }: { back: BackLink }) {
  const { t } = useTranslation('report')
  return (
    <>
      <PageHeader title={t('textView.title')} back={<BackAnchor {...back} />} />
      <EmptyState drawing="lost">{t('textView.missingId')}</EmptyState>
    </>
  )
}

type ProblemKey = 'textView.notFound' | 'textView.unsupported' | 'textView.loginRequired' | 'textView.failed'

/** The message key for a text that could not be fetched. */
function problemKey(error: unknown): ProblemKey {
  if (!(error instanceof Problem)) return 'textView.failed'
  if (error.code === 'not_found') return 'textView.notFound'
  if (error.code === 'unsupported_file') return 'textView.unsupported'
  return error.code === 'not_signed_in' ? 'textView.loginRequired' : 'textView.failed'
}

/** The download name for an uploaded file: `essay.docx` gives `essay.txt`. */
export function textFilename(original: string | undefined): string {
  const stem = (original ?? '').replace(/\.[^.]*$/, '').trim()
  return `${stem || 'document'}.txt`
}

function downloadText(text: string, original: string | undefined): void {
  saveFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), textFilename(original))
}

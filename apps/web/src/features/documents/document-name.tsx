import type { Document } from '@penmark/contract'
import classes from './documents.module.css'

/** The name, and beneath it why the document could not be read. */
export function DocumentName({ document }: { document: Pick<Document, 'original_filename' | 'status_reason'> }) {
  return (
    <span className={classes.nameCell}>
      <span className={classes.fileName} title={document.original_filename}>
        {document.original_filename}
      </span>
      {document.status_reason && <span className={classes.reason}>{document.status_reason}</span>}
    </span>
  )
}

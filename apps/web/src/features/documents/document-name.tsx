import { UnstyledButton } from '@mantine/core'
import type { Document } from '@penmark/contract'
import { useState } from 'react'
import classes from './documents.module.css'

/** The name, and beneath it why the document could not be read. */
export function DocumentName({ document }: { document: Pick<Document, 'original_filename' | 'status_reason'> }) {
  return (
    <span className={classes.nameCell}>
      <span className={classes.name} title={document.original_filename}>
        {document.original_filename}
      </span>
      {document.status_reason && <Reason>{document.status_reason}</Reason>}
    </span>
  )
}

/** Two lines of it; all of it when the pointer rests there or when it is opened. */
function Reason({ children }: { children: string }) {
  const [opened, setOpened] = useState(false)
  return (
    <UnstyledButton className={classes.reason ?? ''} aria-expanded={opened} title={children} onClick={() => setOpened(!opened)}>
      {children}
    </UnstyledButton>
  )
}

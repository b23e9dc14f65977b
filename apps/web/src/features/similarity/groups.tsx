import { Button } from '@mantine/core'
import {
  type CommonPassage,
  type Comparison,
  longestAssignment,
  longestExcerpt,
  type NamedDocument,
} from '@penmark/contract'
import { readableName } from '@penmark/wording'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { detailOf } from '../../lib/call/failure.ts'
import { formatNumber } from '../../lib/format/format.ts'
import { Notice } from '../../ui/notice/notice.tsx'
import classes from './overlap.module.css'
import { type Compared, useStartComparison } from './queries.ts'

/**
 * What four or more documents share, and by whom they are. A passage that the teacher handed out can be added
 * to the assignment.
 */
export function Groups({ compared, comparison }: { compared: Compared; comparison: Comparison }) {
  const { t } = useTranslation('overlap')
  const { common, assignment_text } = comparison
  const start = useStartComparison(compared)
  const addToAssignment = (text: string) => start.mutate(`${assignment_text}\n\n${text}`.trim())
  // Only whole passages are added: a beginning would leave the rest to be compared.
  const canBeAdded = ({ text }: CommonPassage) =>
    text !== '' &&
    text.length < longestExcerpt &&
    assignment_text.length + text.length + 2 <= longestAssignment
  return (
    <section aria-label={t('groups.title')}>
      <h3 className={classes.subtitle}>{t('groups.title')}</h3>
      <p className={classes.soft}>{t('groups.lead')}</p>
      {start.isError && <Notice tone="error">{t('failedStart', { detail: detailOf(start.error) })}</Notice>}
      <ul className={classes.groups}>
        {common.map((group) => (
          <li key={`${group.text} ${group.documents} ${group.words}`}>
            <Group group={group} />
            {canBeAdded(group) && (
              <Button
                size="compact-sm"
                variant="default"
                loading={start.isPending}
                onClick={() => addToAssignment(group.text)}
              >
                {t('groups.handedOut')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Group({ group: { text, words, documents, members } }: { group: CommonPassage }) {
  const { t, i18n } = useTranslation('overlap')
  const number = (value: number) => formatNumber(i18n, value)
  const others = documents - members.length
  return (
    <>
      <p className={classes.groupLine}>
        {t('groups.line', { count: documents, shown: number(documents), words: number(words) })}
      </p>
      <ul className={classes.members}>
        {members.map((member) => (
          <li key={member.id}>
            <Link to={`/documents/${encodeURIComponent(member.id)}/report`}>{nameOf(member)}</Link>
          </li>
        ))}
        {members.length > 0 && others > 0 && (
          <li>{t('groups.others', { count: others, shown: number(others) })}</li>
        )}
      </ul>
      {text !== '' && <blockquote translate="no">{text}</blockquote>}
    </>
  )
}

const nameOf = (document: NamedDocument) => document.student_name ?? readableName(document)

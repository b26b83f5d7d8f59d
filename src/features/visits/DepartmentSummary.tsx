import { Button } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { visitListCalls } from '#contract/calls/visit-list.ts'
import type { OutputOf } from '#contract/kernel/define-call.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import { useKeptCall } from '#src/sync/api/use-kept-call.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import type { VisitListInput } from '#src/sync/visits/use-server-page.ts'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { SummaryTable } from './SummaryTable.tsx'
import type { ParamsChange } from './visit-params.ts'
import classes from './visits.module.css'
import { VISITS_WORDS } from './words.ts'

const WORDS = VISITS_WORDS.summary

export interface DepartmentSummaryProps {
  input: VisitListInput
  /** A value that changes when the visits have changed. */
  news: string
  onChange: (change: ParamsChange) => void
}

/** The sums of the listed visits by department; each figure links to the list of its visits. */
export function DepartmentSummary(props: DepartmentSummaryProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const Icon = isOpen ? IconChevronDown : IconChevronRight
  return (
    <section className={classes.summary} aria-label={WORDS.title}>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        leftSection={<Icon size={16} aria-hidden />}
        onClick={() => setOpen(!isOpen)}
      >
        {WORDS.title}
      </Button>
      {isOpen && (
        <div id={id}>
          <OpenedSummary {...props} />
        </div>
      )}
    </section>
  )
}

function OpenedSummary({ input, news, onChange }: DepartmentSummaryProps) {
  const { online } = useLink()
  const { p: _page, ps: _size, order_by: _order, ...filter } = input
  const { answer, error, refresh } = useKeptCall(visitListCalls.departmentSummary, filter, {
    isWanted: online,
    news,
    keptAs: undefined,
  })
  if (error && online) return <ErrorNote title={WORDS.failed} message={error.message} onRetry={refresh} />
  return (
    <div className={classes.summaryBody}>
      {answer ? (
        <Answered answer={answer} chosen={input.department_id} onChange={onChange} />
      ) : online ? (
        <SkeletonRows rows={3} />
      ) : (
        <p className={classes.note}>{WORDS.offline}</p>
      )}
    </div>
  )
}

interface AnsweredProps {
  answer: OutputOf<typeof visitListCalls.departmentSummary>
  chosen: string | undefined
  onChange: (change: ParamsChange) => void
}

function Answered({ answer: { result, as_at, scope }, chosen, onChange }: AnsweredProps) {
  if (result.departments.length === 0) return <p className={classes.note}>{WORDS.empty}</p>
  const notes = [
    WORDS.asAt(formatDateTime(new Date(as_at.at), branchZone())),
    scope.self_created === 1 && WORDS.scoped,
  ]
  return (
    <>
      <SummaryTable summary={result} chosen={chosen} onChange={onChange} />
      <p className={classes.note}>{notes.filter(Boolean).join(' · ')}</p>
    </>
  )
}

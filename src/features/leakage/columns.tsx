import { Anchor, Button, Text } from '@mantine/core'
import type { LeakEntry } from '#contract/calls/leakage.ts'
import { hasAmount, type LeakLine } from '#domain/leakage/lines.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import { VisitLink } from '#src/parts/sales/cells.tsx'
import type { SalesColumn } from '#src/parts/sales/SalesTable.tsx'
import { TintBadge } from '#src/ui/badges/TintBadge.tsx'
import { entryName } from './entry-name.ts'
import classes from './leakage.module.css'
import { LEAKAGE_WORDS as WORDS } from './words.ts'

interface ColumnSource {
  line: LeakLine
  zone: string
  money: (amount: number) => string
  totals: { amount: number | null }
  onStudy: (studyId: string) => void
  onAct: (entry: LeakEntry) => void
}

type Column = SalesColumn<LeakEntry>

/**
 * Returns the columns of a line; the amount at stake and the action come first, so that a small screen shows
 * them without scrolling.
 */
export function entryColumns({ line, zone, money, totals, onStudy, onAct }: ColumnSource): Column[] {
  const words = WORDS.lines[line]
  const amount = (value: number | null) => (value === null ? WORDS.unknown : money(value))
  return [
    {
      id: 'at',
      header: words.at,
      cell: ({ at, appt_id, visit_no }) => (
        <>
          <div>{formatDateTime(new Date(at), zone)}</div>
          {appt_id !== null && <VisitLink visitId={appt_id} visitNo={visit_no} />}
        </>
      ),
    },
    {
      id: 'patient',
      header: WORDS.columns.patient,
      isWords: true,
      cell: ({ pat_name, pat_id }) => (
        <>
          {pat_name}
          <Text size="xs" c="dimmed">
            {pat_id}
          </Text>
        </>
      ),
    },
    ...when(words.what !== undefined, {
      id: 'what',
      header: words.what ?? '',
      isWords: true,
      cell: (entry) => <What entry={entry} onStudy={onStudy} />,
    }),
    ...when(hasAmount(line), {
      id: 'amount',
      header: WORDS.columns.amount,
      isNumber: true,
      cell: (entry) => amount(entry.amount),
      total: totals.amount === null ? undefined : money(totals.amount),
    }),
    {
      id: 'state',
      header: WORDS.columns.state,
      cell: (entry) => (
        <div className={classes.state}>
          <State entry={entry} />
          <ActButton entry={entry} onAct={onAct} />
        </div>
      ),
    },
    ...when(words.expected !== undefined, {
      id: 'expected',
      header: words.expected ?? '',
      isNumber: true,
      cell: ({ expected }) => amount(expected),
    }),
    ...when(words.actual !== undefined, {
      id: 'actual',
      header: words.actual ?? '',
      isNumber: true,
      cell: ({ actual }) => amount(actual),
    }),
    { id: 'branch', header: WORDS.columns.branch, cell: ({ branch }) => branch || WORDS.noBranch },
    ...when(words.person !== undefined, {
      id: 'person',
      header: words.person ?? '',
      cell: ({ person }) => person,
    }),
  ]
}

const when = (isWanted: boolean, column: Column): Column[] => (isWanted ? [column] : [])

function What({ entry, onStudy }: { entry: LeakEntry; onStudy: (studyId: string) => void }) {
  const { study_id: studyId, what } = entry
  if (studyId === null) return what
  const name = what || WORDS.noDescription
  return (
    <Anchor
      component="button"
      type="button"
      aria-label={WORDS.openStudy(`${name}, ${entry.pat_name}`)}
      onClick={() => onStudy(studyId)}
    >
      {name}
    </Anchor>
  )
}

function State({ entry: { is_explained, acts } }: { entry: LeakEntry }) {
  const [newest] = acts
  if (is_explained === 0) return <TintBadge colour="orange">{WORDS.states.Open}</TintBadge>
  return (
    <span className={classes.reason}>
      <TintBadge colour="green">{WORDS.states.Explained}</TintBadge>
      {newest?.reason && <Text size="xs">{WORDS.reasons[newest.reason]}</Text>}
    </span>
  )
}

function ActButton({ entry, onAct }: { entry: LeakEntry; onAct: (entry: LeakEntry) => void }) {
  const isExplained = entry.is_explained === 1
  const name = entryName(entry)
  return (
    <Button
      variant="default"
      size="xs"
      className={classes.act}
      aria-label={isExplained ? WORDS.reopenOf(name) : WORDS.explainOf(name)}
      onClick={() => onAct(entry)}
    >
      {isExplained ? WORDS.reopen : WORDS.explain}
    </Button>
  )
}

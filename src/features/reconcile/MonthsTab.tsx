import { Table } from '@mantine/core'
import { useState } from 'react'
import type { BranchItem } from '#contract/calls/directory.ts'
import { type BranchMonth, monthLockCalls } from '#contract/calls/month-lock.ts'
import { formatMonthText } from '#domain/time/formats.ts'
import { useKeptCall } from '#src/sync/api/use-kept-call.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import stacked from '#src/ui/stacked-table.module.css'
import { MonthNote } from './MonthNote.tsx'
import { MonthRow } from './MonthRow.tsx'
import { UnlockDialog } from './UnlockDialog.tsx'
import { useMonthActs } from './use-month-acts.ts'
import { RECONCILE_WORDS } from './words.ts'

const WORDS = RECONCILE_WORDS.months
const HEADS = ['month', 'state'] as const
const SUMS = ['received', 'refunded', 'net', 'invoiced', 'movements'] as const

export interface MonthsTabProps {
  branch: BranchItem
  zone: string
  news: string
}

/** The months of a branch, newest first, with the versions of their locks. */
export function MonthsTab({ branch, zone, news }: MonthsTabProps) {
  const { online } = useLink()
  const wish = { isWanted: online, news, keptAs: undefined }
  const { answer, error, refresh } = useKeptCall(monthLockCalls.list, { branch_id: branch.id }, wish)
  const [unlocking, setUnlocking] = useState<BranchMonth>()
  const acts = useMonthActs(branch, refresh)
  if (error && online)
    return <ErrorNote title={RECONCILE_WORDS.unread} message={error.message} onRetry={refresh} />
  if (!answer) return online ? <SkeletonRows rows={8} /> : null
  const [lock] = unlocking?.locks ?? []
  return (
    <>
      {acts.problem !== undefined && <ErrorNote message={acts.problem} />}
      {acts.checked && <MonthNote check={acts.checked} />}
      <div className={stacked.wrap}>
        <Table className={`tabular ${stacked.table}`} verticalSpacing={8} aria-label={WORDS.table}>
          <Table.Thead>
            <Table.Tr>
              {HEADS.map((head) => (
                <Table.Th key={head}>{WORDS[head]}</Table.Th>
              ))}
              {SUMS.map((head) => (
                <Table.Th key={head} ta="end">
                  {WORDS[head]}
                </Table.Th>
              ))}
              <Table.Th>{WORDS.checksum}</Table.Th>
              <Table.Th aria-label={`${WORDS.lock}, ${WORDS.unlock}, ${WORDS.check}`} />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {answer.result.months.map((month) => (
              <MonthRow
                key={month.month}
                month={month}
                zone={zone}
                busy={acts.busy}
                onLock={() => void acts.lock(month.month)}
                onUnlock={() => setUnlocking(month)}
                onCheck={() => void acts.check(month.month)}
              />
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {unlocking && lock && (
        <UnlockDialog
          month={formatMonthText(unlocking.month)}
          lockId={lock.id}
          onDone={() => {
            setUnlocking(undefined)
            refresh()
          }}
          onClose={() => setUnlocking(undefined)}
        />
      )}
    </>
  )
}

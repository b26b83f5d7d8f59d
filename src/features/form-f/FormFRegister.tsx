import { Alert, Button, Text } from '@mantine/core'
import { useState } from 'react'
import { formFCalls } from '#contract/calls/form-f.ts'
import { isMonth, monthOf } from '#domain/money/month-lock.ts'
import { BranchField } from '#src/parts/branches/BranchDayFields.tsx'
import { NoBranch } from '#src/parts/branches/NoBranch.tsx'
import { useBranchDay } from '#src/parts/branches/use-branch-day.ts'
import { PaperDialog } from '#src/parts/papers/PaperDialog.tsx'
import { useKeptCall } from '#src/sync/api/use-kept-call.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { MonthInput } from '#src/ui/dates/MonthInput.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { ExcelButton } from './ExcelButton.tsx'
import { MonthlyReport } from './MonthlyReport.tsx'
import { RegisterTable } from './RegisterTable.tsx'
import { registerPaper } from './register-paper.ts'
import { REGISTER_WORDS as WORDS } from './words.ts'

const VisitPanel = lazyPart(async () => ({
  default: (await import('#src/parts/visit-panel/VisitPanel.tsx')).VisitPanel,
}))

/** The monthly Form F register of a branch (docs/form-f.md#the-register). */
export default function FormFRegister() {
  const { online } = useLink()
  const branchDay = useBranchDay<'month'>()
  const { branch, zone, today, params, set } = branchDay
  const [visitId, setVisitId] = useState<string>()
  const [isPrinting, setPrinting] = useState(false)
  const asked = params.get('month') ?? ''
  const month = isMonth(asked) ? asked : monthOf(today)
  const { answer, error, refresh } = useKeptCall(
    formFCalls.register,
    { branch_id: branch?.id ?? '', month },
    { isWanted: online && branch !== undefined, news: '', keptAs: undefined },
  )
  if (!branch) return <NoBranch />
  const register = answer?.result
  const entries = register?.entries ?? []
  const open = entries.filter(({ missing }) => missing.length > 0).length
  return (
    <div>
      <PageHeader title={WORDS.title} subtitle={WORDS.subtitle}>
        <BranchField branchDay={branchDay} />
        <MonthInput
          aria-label={WORDS.month}
          value={month}
          max={monthOf(today)}
          zone={zone}
          onChange={(next) => next !== '' && set('month', next)}
        />
        {register && (register.applies === 1 || entries.length > 0) && (
          <Button variant="default" onClick={() => setPrinting(true)}>
            {WORDS.pdf}
          </Button>
        )}
        {entries.length > 0 && <ExcelButton entries={entries} month={month} zone={zone} />}
      </PageHeader>
      <Alert color="gray" mb="md">
        {WORDS.lawyer}
      </Alert>
      {!online && (
        <Alert color="orange" role="status" mb="md">
          {WORDS.offline}
        </Alert>
      )}
      {error && online && <ErrorNote title={WORDS.failed} message={error.message} onRetry={refresh} />}
      {!register && online && !error && <SkeletonRows rows={8} />}
      {register?.applies === 0 && (
        <Alert color="orange" mb="md">
          {WORDS.notApplied}
        </Alert>
      )}
      {register && (
        <MonthlyReport
          {...{ register, month, today, zone, online, open }}
          branchId={branch.id}
          onMonth={(next) => set('month', next)}
          onNoted={refresh}
        />
      )}
      {register && entries.length === 0 && <EmptyState title={WORDS.empty} hint={WORDS.emptyHint} />}
      {register && entries.length > 0 && (
        <>
          <Text size="sm" c="dimmed" mb="xs" role="status">
            {WORDS.counts(entries.length, open)}
          </Text>
          <RegisterTable entries={entries} zone={zone} onVisit={setVisitId} />
        </>
      )}
      {isPrinting && register && (
        <PaperDialog
          title={WORDS.title}
          branchId={branch.id}
          fileName={`${WORDS.fileName(month)}.pdf`}
          makePaper={(context) => registerPaper(register, month, context)}
          onClose={() => setPrinting(false)}
        />
      )}
      {visitId !== undefined && (
        <VisitPanel
          visitId={visitId}
          onClose={() => {
            setVisitId(undefined)
            refresh()
          }}
        />
      )}
    </div>
  )
}

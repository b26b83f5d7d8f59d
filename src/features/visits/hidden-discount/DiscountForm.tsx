import { Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useId } from 'react'
import { CASH_VISITS_MAX } from '#contract/calls/hidden-discounts.ts'
import type { MoneyFormat } from '#domain/money/currency.ts'
import { countText } from '#src/ui/grid/count-text.ts'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { SheetFoot } from '../sheet/SheetFoot.tsx'
import { inputId } from './DiscountRow.tsx'
import { DiscountTable } from './DiscountTable.tsx'
import type { useCashVisits } from './use-cash-visits.ts'
import type { DiscountLine, SaveRefusal, useDiscounts } from './use-discounts.ts'
import { HIDDEN_DISCOUNT_WORDS as WORDS } from './words.ts'

export interface DiscountFormProps {
  list: ReturnType<typeof useCashVisits>
  discounts: ReturnType<typeof useDiscounts>
  format: MoneyFormat
  hasBranch: boolean
  isOnline: boolean
  onCancel: () => void
}

/** The discounts of the listed visits, their reason, and Save. */
export function DiscountForm({ list, discounts, format, hasBranch, isOnline, onCancel }: DiscountFormProps) {
  const { lines, changed, reason, refusal, isBusy, type, setReason, save } = discounts
  const reasonId = useId()
  useEffect(() => {
    if (refusal?.id !== undefined) document.getElementById(inputId(refusal.id))?.focus()
    else if (refusal?.problem === 'reason') document.getElementById(reasonId)?.focus()
  }, [refusal, reasonId])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isOnline) void save()
  }
  const said = refusal && textOf(refusal, lines)
  return (
    <form noValidate aria-label={WORDS.title} onSubmit={submit}>
      <Stack gap="sm">
        <Listed list={list} isOnline={isOnline}>
          <DiscountTable
            lines={lines}
            changed={changed.length}
            hasBranch={hasBranch}
            format={format}
            onType={type}
          />
        </Listed>
        <SheetFoot
          said={said}
          words={{ cancel: WORDS.cancel, submit: WORDS.save, offline: WORDS.offline }}
          isOnline={isOnline}
          isBusy={isBusy}
          onCancel={onCancel}
        >
          <TextInput
            id={reasonId}
            label={WORDS.reason}
            required
            autoComplete="off"
            maxLength={500}
            value={reason}
            error={refusal?.problem === 'reason' && reason.trim() === '' && WORDS.reasonNeeded}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </SheetFoot>
      </Stack>
    </form>
  )
}

interface ListedProps extends Pick<DiscountFormProps, 'list' | 'isOnline'> {
  children: ReactNode
}

/** The table if there is one, else the reason, with the visits that the list leaves out. */
function Listed({ list, isOnline, children }: ListedProps) {
  const { visits, error } = list
  if (error && isOnline)
    return <ErrorNote title={WORDS.unread} message={error.message} onRetry={list.readAgain} />
  if (!visits) return isOnline ? <SkeletonRows rows={6} /> : <Text c="dimmed">{WORDS.offline}</Text>
  const notes = [
    !list.isWhole && WORDS.notWhole(countText(CASH_VISITS_MAX)),
    list.isScoped && WORDS.scoped,
  ].filter((note) => note !== false)
  return (
    <>
      {notes.length > 0 && (
        <Text size="sm" c="dimmed">
          {notes.join(' ')}
        </Text>
      )}
      {visits.length === 0 ? <EmptyState title={WORDS.empty} hint={WORDS.emptyHint} /> : children}
    </>
  )
}

/** Returns the alert's text for a refusal; a missing reason is shown at its field. */
function textOf(refusal: SaveRefusal, lines: readonly DiscountLine[]): string | undefined {
  switch (refusal.problem) {
    case 'server':
      return refusal.message
    case 'unchanged':
      return WORDS.unchanged
    case 'reason':
      return undefined
    default: {
      const line = lines.find(({ id }) => id === refusal.id)
      return WORDS.problemOf(line?.visit.visit_no ?? '', WORDS.problems[refusal.problem])
    }
  }
}

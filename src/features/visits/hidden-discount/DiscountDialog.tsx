import { Group, Select, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { rangeProblem } from '#domain/money/sales/sales-filters.ts'
import { useMoneyFormat } from '#src/parts/papers/use-paper-context.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { DayRangeInput } from '#src/ui/dates/DayRangeInput.tsx'
import { confirmAction } from '#src/ui/dialog/confirm-action.ts'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { useSteady } from '#src/ui/use-steady.ts'
import type { VisitListView } from '../use-visit-params.ts'
import { ALL_BRANCHES, VISIT_RANGES } from '../visit-params.ts'
import classes from '../visits.module.css'
import { DiscountForm } from './DiscountForm.tsx'
import { type CashFilter, useCashVisits } from './use-cash-visits.ts'
import { useDiscounts } from './use-discounts.ts'
import { HIDDEN_DISCOUNT_WORDS as WORDS } from './words.ts'

export interface DiscountDialogProps {
  /** The view of the list: the dialog starts with its branch and days. */
  view: VisitListView
  onClose: () => void
  /** Called before onClose. */
  onSaved: () => void
}

/** Gives special management discounts to cash-paid visits, each with its reason. */
export default function DiscountDialog({ view, onClose, onSaved }: DiscountDialogProps) {
  const { branches } = view
  const { online } = useLink()
  const isPhone = useMediaQuery('(max-width: 48em)') ?? false
  const format = useSteady(useMoneyFormat())
  const [asked, setAsked] = useState<CashFilter>({ branchId: view.branchId, days: view.days })
  const fault = rangeProblem(asked.days.from, asked.days.to)
  const list = useCashVisits(asked, online && fault === undefined)
  const discounts = useDiscounts(list, format.decimals, () => {
    notifyDone(WORDS.saved)
    onSaved()
    onClose()
  })
  const mayLeave = async (isDirty: boolean) => !isDirty || confirmAction(WORDS.leave)
  const close = async () => {
    if (await mayLeave(discounts.isDirty)) onClose()
  }
  // The reason is kept for another list, the typed amounts are not.
  const ask = async (next: Partial<CashFilter>) => {
    if (!(await mayLeave(discounts.hasTexts))) return
    discounts.forget()
    setAsked((now) => ({ ...now, ...next }))
  }
  const choices = branches.map(({ id, name }) => ({ value: id, label: name }))
  const { branchId, days } = asked
  return (
    <Dialog
      opened
      onClose={() => void close()}
      title={WORDS.title}
      size="72rem"
      fullScreen={isPhone}
      centered={!isPhone}
      closeOnClickOutside={false}
    >
      <Text size="sm" c="dimmed" mb="sm">
        {WORDS.note}
      </Text>
      <Group gap="xs" mb="sm" align="flex-start">
        <Select
          className={classes.branch}
          aria-label={WORDS.branch}
          data={
            branches.length > 1 ? [...choices, { value: ALL_BRANCHES, label: WORDS.allBranches }] : choices
          }
          value={branchId ?? ALL_BRANCHES}
          allowDeselect={false}
          searchable
          openOnFocus={false}
          onChange={(id) => id !== null && void ask({ branchId: id === ALL_BRANCHES ? undefined : id })}
        />
        <DayRangeInput
          aria-label={WORDS.days}
          value={days}
          zone={branches.find(({ id }) => id === branchId)?.time_zone || branchZone()}
          ranges={VISIT_RANGES}
          error={fault && `${WORDS.lastDay} ${fault}.`}
          onChange={({ from, to }) =>
            void ask({ days: { from: from ?? to ?? days.from, to: to ?? from ?? days.to } })
          }
        />
      </Group>
      {fault === undefined && (
        <DiscountForm
          list={list}
          discounts={discounts}
          format={format}
          hasBranch={branchId === undefined}
          isOnline={online}
          onCancel={() => void close()}
        />
      )}
    </Dialog>
  )
}

import { ActionIcon, Button, Group, Popover, Stack, TextInput } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { type CommissionRow, referralCommissionCalls } from '#contract/calls/referral-commissions.ts'
import { hasMoreDecimals } from '#domain/money/check-payment.ts'
import { useMoneyFormat } from '#src/parts/papers/use-paper-context.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { ApiError } from '#src/sync/api/errors.ts'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { useRefusal } from '#src/ui/refusal/use-refusal.ts'
import { REFERRAL_WORDS as WORDS } from './words.ts'

export interface EditCommissionProps {
  row: CommissionRow
  /** Called with the server's current row. */
  onRow: (row: CommissionRow) => void
}

/** Sets the amount of a pending commission: digits and a dot, with the client's decimals. */
export function EditCommission({ row, onRow }: EditCommissionProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus withinPortal position="bottom-end" returnFocus>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={WORDS.edit(`${row.referred_by}, ${row.visit_no}`)}
          onClick={() => setOpen(!isOpen)}
        >
          <IconPencil size={14} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <EditForm row={row} onRow={onRow} onClose={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}

function EditForm({ row, onRow, onClose }: EditCommissionProps & { onClose: () => void }) {
  const { decimals } = useMoneyFormat()
  const [typed, setTyped] = useState(row.commission.toFixed(decimals))
  const [error, setError] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const [box, showRefusal] = useRefusal()
  const refuse = (words: string) => {
    setError(words)
    showRefusal()
  }
  const save = async () => {
    const commission = typed === '' ? Number.NaN : Number(typed)
    if (!Number.isFinite(commission)) return refuse(WORDS.notANumber)
    if (hasMoreDecimals(commission, decimals)) return refuse(WORDS.tooManyDecimals(decimals))
    setSaving(true)
    try {
      const { id, ref_doctor_type, rev } = row
      const input = { id, ref_doctor_type, commission, rev }
      const { result, message } = await callApi(referralCommissionCalls.update, input)
      onRow(result)
      notifyDone(message || WORDS.saved)
      onClose()
    } catch (problem) {
      if (problem instanceof ApiError && problem.code === 'conflict') {
        onRow(problem.body.current as CommissionRow)
        refuse(WORDS.changed)
      } else refuse(wordsOf(problem))
    } finally {
      setSaving(false)
    }
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Stack gap="xs" ref={box}>
        <TextInput
          label={WORDS.amount}
          inputMode="decimal"
          value={typed}
          error={error}
          data-autofocus
          onChange={(event) => {
            setTyped(event.currentTarget.value.replaceAll(/[^\d.]/g, ''))
            setError(undefined)
          }}
        />
        <Group gap="xs" justify="flex-end">
          <Button variant="default" size="xs" onClick={onClose}>
            {WORDS.cancel}
          </Button>
          <Button type="submit" size="xs" loading={isSaving}>
            {WORDS.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const wordsOf = (problem: unknown) =>
  (problem instanceof ApiError && problem.fields?.commission) ||
  (problem instanceof Error ? problem.message : String(problem))

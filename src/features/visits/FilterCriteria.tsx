import { Button, Checkbox, Group, Select } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useVisitChoices } from './use-visit-choices.ts'
import type { FilterFields, FilterKey, ParamsChange } from './visit-params.ts'
import classes from './visits.module.css'
import { VISITS_WORDS as WORDS } from './words.ts'

/** The panel's fields with a list of choices, in order. */
const CHOSEN = [
  'is_radiology',
  'department_id',
  'status',
  'payment_status',
  'ref_scheme',
  'ref_hospital_id',
  'ref_dr_id',
  'created_by',
] as const satisfies readonly FilterKey[]

export interface FilterCriteriaProps {
  id: string
  fields: FilterFields
  onApply: (change: ParamsChange) => void
  /** Buttons next to Apply Filter. */
  children?: ReactNode
}

/** The filter panel: its changes take effect when they are applied. */
export function FilterCriteria({ id, fields, onApply, children }: FilterCriteriaProps) {
  const [draft, setDraft] = useState(fields)
  const [applied, setApplied] = useState(fields)
  // A pill was removed, or the back button was pressed.
  if (applied !== fields) {
    setApplied(fields)
    setDraft(fields)
  }
  const choices = useVisitChoices(draft.is_radiology)
  const choose = (key: FilterKey, value: string | null) =>
    setDraft((now) => ({ ...now, [key]: value ?? undefined, ...(key === 'is_radiology' ? CLEARED : {}) }))
  const isFuture = draft.includeFutureReceipt === 'Y'
  return (
    <form
      id={id}
      className={classes.criteria}
      aria-label={WORDS.criteria}
      onSubmit={(event) => {
        event.preventDefault()
        onApply(changeOf(draft))
      }}
    >
      <div className={classes.fields}>
        {CHOSEN.map((key) => (
          <Select
            key={key}
            label={WORDS.filters[key]}
            placeholder={WORDS.any}
            data={[...choices[key]]}
            value={draft[key] ?? null}
            onChange={(value) => choose(key, value)}
            searchable={choices[key].length > 8}
            limit={80}
            // Not clearable: the "All" choice of the schemes means the same.
            clearable={key !== 'ref_scheme'}
          />
        ))}
        <div className={classes.check}>
          <Checkbox
            label={WORDS.filters.includeFutureReceipt}
            title={WORDS.futureHint}
            checked={isFuture}
            onChange={(event) => choose('includeFutureReceipt', event.currentTarget.checked ? 'Y' : null)}
          />
        </div>
        <Group gap="xs" justify="flex-end">
          {children}
          <Button type="submit">{WORDS.apply}</Button>
        </Group>
      </div>
    </form>
  )
}

/** The other type may not have this department or status. */
const CLEARED = { department_id: undefined, status: undefined } as const

/** Returns the panel's change without the typed search, which is above the list and not part of the panel. */
function changeOf({ k: _typed, ...draft }: FilterFields): ParamsChange {
  const chosen = [...CHOSEN, 'includeFutureReceipt'] as const
  const all = Object.fromEntries(chosen.map((key) => [key, draft[key]]))
  return { ...all, ...(draft.ref_scheme === 'All' ? { ref_scheme: undefined } : {}) }
}

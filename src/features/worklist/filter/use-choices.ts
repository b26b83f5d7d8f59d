import { useMemo } from 'react'
import { ASSIGNED_TYPES, LINK_FILTERS } from '#contract/calls/studies.ts'
import { REPORT_STATUS_TABLE, REPORT_STATUSES } from '#domain/status/report-status.ts'
import { DATE_BASES } from '#domain/study/lists/date-basis.ts'
import { DUE_FILTERS } from '#domain/study/lists/due.ts'
import { formatDay } from '#domain/time/formats.ts'
import { useBranches, useDoctors, useModalities, useTags } from '#src/sync/directory/use-directory.ts'
import { useMasterCopies } from '#src/sync/masters/use-masters.ts'
import { WORKLIST_WORDS as WORDS } from '../words.ts'
import type { FilterFields, FilterKey } from './list-filter.ts'

export interface Choice {
  value: string
  label: string
}

/** Filters with a list of choices; the others are typed. */
export type ChoiceKey =
  | 'status'
  | 'link'
  | 'branch_id'
  | 'modality'
  | 'department_id'
  | 'tag_ids'
  | 'tag_ids_critical'
  | 'assigned_doctor_id'
  | 'assigned_type'
  | 'report_by_ids'
  | 'due'
  | 'date_col'
export type Choices = Record<ChoiceKey, readonly Choice[]>

const STATUSES = REPORT_STATUSES.map((value) => ({ value, label: REPORT_STATUS_TABLE[value].label }))
const LINKS = LINK_FILTERS.map((value) => ({ value, label: WORDS.links[value] }))
const DUES = DUE_FILTERS.map((value) => ({ value, label: WORDS.dues[value] }))
const BASES = DATE_BASES.map((value) => ({ value, label: WORDS.dateBases[value] }))
const TYPES = ASSIGNED_TYPES.map((value) => ({ value, label: WORDS.assignedTypes[value] }))
const named = ({ id, name }: { id: string; name: string }): Choice => ({ value: id, label: name })

/** Returns the choices of each filter, from the client's masters. */
export function useChoices(): Choices {
  const [branches, doctors, tags, modalities] = [useBranches(), useDoctors(), useTags(), useModalities()]
  const departments = useMasterCopies('department').rows
  return useMemo(
    () => ({
      status: STATUSES,
      link: LINKS,
      assigned_type: TYPES,
      due: DUES,
      date_col: BASES,
      branch_id: branches.map(named),
      department_id: departments.map(({ id, name }) => ({ value: id, label: String(name) })),
      modality: modalities.map((value) => ({ value, label: value })),
      tag_ids: tags.filter((tag) => tag.type === 'Normal').map(named),
      tag_ids_critical: tags.filter((tag) => tag.type === 'Critical').map(named),
      assigned_doctor_id: doctors.map(named),
      report_by_ids: doctors.map(named),
    }),
    [branches, departments, doctors, tags, modalities],
  )
}

/** Returns the display text of a filter's value; `…` for an id whose name is not loaded yet. */
export function valueText(key: FilterKey, fields: FilterFields, choices: Choices): string {
  const value = fields[key] ?? ''
  if (key === 'from_date' || key === 'to_date') return formatDay(value)
  if (!(key in choices)) return value
  const known = choices[key as ChoiceKey]
  return value
    .split(',')
    .map((one) => known.find((choice) => choice.value === one)?.label ?? '…')
    .join(', ')
}

import { FilterPills } from '#src/ui/list/FilterPills.tsx'
import { useVisitChoices, type VisitChoices } from './use-visit-choices.ts'
import { activeKeys, type FilterFields, type FilterKey, type ParamsChange } from './visit-params.ts'
import { VISITS_WORDS as WORDS } from './words.ts'

export interface VisitPillsProps {
  fields: FilterFields
  onChange: (change: ParamsChange) => void
  onClear: () => void
}

/** The active filters of the list. */
export function VisitPills({ fields, onChange, onClear }: VisitPillsProps) {
  const choices = useVisitChoices(undefined)
  const pills = activeKeys(fields).map((key) => ({
    key,
    name: WORDS.filters[key],
    text: valueText(key, fields[key] ?? '', choices),
  }))
  return <FilterPills pills={pills} onRemove={(key) => onChange({ [key]: undefined })} onClear={onClear} />
}

/** Returns the display text of a value; `…` for an id whose name is not loaded yet. */
function valueText(key: FilterKey, value: string, choices: VisitChoices): string {
  return key === 'k' ? value : (choices[key].find((choice) => choice.value === value)?.label ?? '…')
}

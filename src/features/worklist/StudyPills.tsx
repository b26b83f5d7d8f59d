import { DEFAULT_DATE_BASIS } from '#domain/study/lists/date-basis.ts'
import { FilterPills } from '#src/ui/list/FilterPills.tsx'
import { activeKeys, type FilterChange, type FilterFields, type FilterKey } from './filter/list-filter.ts'
import { type Choices, valueText } from './filter/use-choices.ts'
import { WORKLIST_WORDS as WORDS } from './words.ts'

export interface StudyPillsProps {
  fields: FilterFields
  choices: Choices
  onChange: (change: FilterChange) => void
  onClear: () => void
}

/** Returns the name of a filter; days are named by their date basis. */
function nameOf(key: FilterKey, { date_col: basis = DEFAULT_DATE_BASIS }: FilterFields): string {
  return key === 'from_date' || key === 'to_date' ? WORDS.days[basis][key] : WORDS.filters[key]
}

/** The active filters of the list. */
export function StudyPills({ fields, choices, onChange, onClear }: StudyPillsProps) {
  const pills = activeKeys(fields).map((key) => ({
    key,
    name: nameOf(key, fields),
    text: valueText(key, fields, choices),
  }))
  return <FilterPills pills={pills} onRemove={(key) => onChange({ [key]: undefined })} onClear={onClear} />
}

import { Button, Group, SegmentedControl, Text, Tooltip } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { DayInput } from '#src/ui/dates/DayInput.tsx'
import { SearchField } from '#src/ui/list/SearchField.tsx'
import { useToday } from '#src/ui/time/use-today.ts'
import type { PatientFilter } from './use-patient-list.ts'
import { PATIENTS_WORDS as WORDS } from './words.ts'

export interface PatientToolsProps {
  filter: PatientFilter
  onFilter: (change: Partial<PatientFilter>) => void
  /** Why nobody can be registered here; undefined if it is possible. */
  refusal: string | undefined
  onNew: () => void
}

/** Search, date of birth, the merge filter, and the button for a new patient. */
export function PatientTools({ filter, onFilter, refusal, onNew }: PatientToolsProps) {
  const today = useToday(branchZone())
  return (
    <Group gap="xs" justify="space-between" mb="xs">
      <Group gap="xs" flex="1 1 320px">
        <SearchField
          type="search"
          label={WORDS.search}
          autoComplete="off"
          flex="1 1 220px"
          maw={380}
          value={filter.k}
          onChange={(k) => onFilter({ k })}
        />
        <DayInput
          aria-label={WORDS.dob}
          leftSection={<Text size="xs">{WORDS.dob}</Text>}
          leftSectionWidth={42}
          w={190}
          max={today}
          value={filter.dob}
          onChange={(dob) => onFilter({ dob })}
        />
        <SegmentedControl
          aria-label={WORDS.needsMerge}
          data={[
            { value: '0', label: WORDS.all },
            { value: '1', label: WORDS.needsMerge },
          ]}
          value={filter.needsMerge ? '1' : '0'}
          onChange={(value) => onFilter({ needsMerge: value === '1' })}
        />
      </Group>
      <Tooltip label={refusal ?? ''} disabled={refusal === undefined}>
        <Button
          leftSection={<IconPlus size={16} aria-hidden />}
          data-disabled={refusal !== undefined || undefined}
          aria-disabled={refusal !== undefined || undefined}
          onClick={() => refusal === undefined && onNew()}
        >
          {WORDS.newPatient}
        </Button>
      </Tooltip>
    </Group>
  )
}

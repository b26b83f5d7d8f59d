import {
  ActionIcon,
  Autocomplete,
  Checkbox,
  Group,
  SegmentedControl,
  TextInput,
  Tooltip,
} from '@mantine/core'
import { IconArrowDown, IconArrowUp, type IconProps, IconTrash } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { DOSES, type PrescriptionLine } from '#contract/calls/visit-records.ts'
import classes from './clinical.module.css'
import { CLINICAL_WORDS as WORDS } from './words.ts'

export interface PrescriptionLineRowProps {
  line: PrescriptionLine
  place: number
  isFirst: boolean
  isLast: boolean
  medicines: readonly string[]
  /** True for a line that was just added: it takes the focus. */
  isNew: boolean
  onChange: (line: PrescriptionLine) => void
  onMove: (steps: number) => void
  onRemove: () => void
}

const MEALS = [
  { value: 'After', label: WORDS.after },
  { value: 'Before', label: WORDS.before },
] as const
const MAX_SUGGESTIONS = 8

/** One medicine: name, times of day, before or after meals, duration. */
export function PrescriptionLineRow(props: PrescriptionLineRowProps) {
  const { line, place, isFirst, isLast, medicines, isNew, onChange, onMove, onRemove } = props
  const set = (change: Partial<PrescriptionLine>) => onChange({ ...line, ...change })
  const name = line.medicine.trim() || WORDS.newLine
  return (
    <li className={classes.line} aria-label={WORDS.medicineOf(place)}>
      <Autocomplete
        aria-label={WORDS.medicine}
        placeholder={WORDS.medicine}
        data={[...medicines]}
        limit={MAX_SUGGESTIONS}
        maxLength={200}
        value={line.medicine}
        onChange={(medicine) => set({ medicine })}
        autoFocus={isNew}
      />
      <Checkbox.Group
        aria-label={WORDS.dose}
        value={line.dose}
        // In the order of the day, no matter in which order they were ticked.
        onChange={(ticked) => set({ dose: DOSES.filter((dose) => ticked.includes(dose)) })}
      >
        <Group gap="sm" wrap="nowrap">
          {DOSES.map((dose) => (
            <Checkbox key={dose} value={dose} label={dose} />
          ))}
        </Group>
      </Checkbox.Group>
      <SegmentedControl
        aria-label={WORDS.meal}
        size="xs"
        data={[...MEALS]}
        value={line.after_before_meal}
        onChange={(meal) => set({ after_before_meal: meal })}
      />
      <TextInput
        aria-label={WORDS.duration}
        placeholder={WORDS.durationHint}
        maxLength={100}
        value={line.duration}
        onChange={(event) => set({ duration: event.currentTarget.value })}
      />
      <Group gap={4} wrap="nowrap">
        <LineButton label={WORDS.up(name)} icon={IconArrowUp} isOff={isFirst} onClick={() => onMove(-1)} />
        <LineButton label={WORDS.down(name)} icon={IconArrowDown} isOff={isLast} onClick={() => onMove(1)} />
        <LineButton label={WORDS.remove(name)} icon={IconTrash} isOff={false} onClick={onRemove} />
      </Group>
    </li>
  )
}

interface LineButtonProps {
  label: string
  icon: ComponentType<IconProps>
  isOff: boolean
  onClick: () => void
}

function LineButton({ label, icon: Icon, isOff, onClick }: LineButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} disabled={isOff} onClick={onClick}>
        <Icon size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}

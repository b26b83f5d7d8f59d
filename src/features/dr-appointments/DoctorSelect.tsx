import { Select, Tooltip } from '@mantine/core'
import { BOARD_WORDS as WORDS } from './words.ts'

export interface DoctorSelectProps {
  /** Clinic doctors of the branch. */
  doctors: readonly { id: string; name: string }[]
  /** Empty for all doctors. */
  doctorId: string
  /** True for a clinic doctor, who sees only their own patients. */
  isLocked: boolean
  onDoctor: (id: string) => void
}

/** Chooses a clinic doctor, or all. */
export function DoctorSelect({ doctors, doctorId, isLocked, onDoctor }: DoctorSelectProps) {
  const named = doctors.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <Tooltip label={WORDS.locked} disabled={!isLocked}>
      <Select
        aria-label={WORDS.doctor}
        aria-description={isLocked ? WORDS.locked : undefined}
        data={isLocked ? named : [{ value: '', label: WORDS.allDoctors }, ...named]}
        value={doctorId}
        onChange={(id) => onDoctor(id ?? '')}
        allowDeselect={false}
        // Not `disabled`, because its tooltip explains why it does not open.
        readOnly={isLocked}
        w={210}
      />
    </Tooltip>
  )
}

import { ActionIcon, Group, Tooltip } from '@mantine/core'
import { IconArrowMerge, IconPencil, IconUser } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { patientName } from './columns.tsx'
import type { ListedPatient } from './use-patient-list.ts'
import { MERGE_WORDS, PATIENTS_WORDS as WORDS } from './words.ts'

export interface PatientActionsProps {
  patient: ListedPatient
  rights: { mayEdit: boolean; mayMerge: boolean }
  online: boolean
  onEdit: () => void
  onProfile: () => void
  onMerge: () => void
}

/** The actions on a patient's row; unavailable ones are shown with the reason. */
export function PatientActions({ patient, rights, online, ...on }: PatientActionsProps) {
  const name = patientName(patient)
  const isHereOnly = patient.rev === 0
  const offline = online ? undefined : WORDS.profileOffline
  return (
    <Group gap={2} wrap="nowrap">
      <Action
        label={WORDS.edit(name)}
        reason={rights.mayEdit ? undefined : WORDS.mayNotEdit}
        onClick={on.onEdit}
      >
        <IconPencil size={16} aria-hidden />
      </Action>
      <Action
        label={WORDS.profile(name)}
        reason={isHereOnly ? WORDS.profileOffline : offline}
        onClick={on.onProfile}
      >
        <IconUser size={16} aria-hidden />
      </Action>
      {rights.mayMerge && (
        <Action
          label={WORDS.merge(name)}
          reason={online && !isHereOnly ? undefined : MERGE_WORDS.offline}
          onClick={on.onMerge}
        >
          <IconArrowMerge size={16} aria-hidden />
        </Action>
      )}
    </Group>
  )
}

interface ActionProps {
  label: string
  reason: string | undefined
  onClick: () => void
  children: ReactNode
}

function Action({ label, reason, onClick, children }: ActionProps) {
  return (
    <Tooltip label={reason ?? label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={28}
        aria-label={label}
        aria-description={reason}
        data-disabled={reason !== undefined || undefined}
        aria-disabled={reason !== undefined || undefined}
        onClick={(event) => {
          event.stopPropagation()
          if (reason === undefined) onClick()
        }}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  )
}

import { useDebouncedValue } from '@mantine/hooks'
import { Spotlight } from '@mantine/spotlight'
import { IconCalendarEvent, IconUser } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { VISIT_STATUS_TABLE } from '#domain/status/visit-status.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import { useDevice } from '#src/sync/current-device.ts'
import { type FoundVisit, findVisitsHere } from '#src/sync/desk/find-visits-here.ts'
import { useBranches } from '#src/sync/directory/use-directory.ts'
import { usePatientSearch } from '#src/sync/patients/use-patient-search.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { PALETTE_WORDS as PALETTE } from './palette-words.ts'

const SHOWN = 5
const TYPING_PAUSE_MS = 150

/** Patients whose name, phone or number matches the keyword. */
export function PalettePatients({ keyword }: { keyword: string }) {
  const [settled] = useDebouncedValue(keyword, TYPING_PAUSE_MS)
  const { patients } = usePatientSearch(settled, undefined, SHOWN)
  const navigate = useNavigate()
  if (patients.length === 0) return null
  return (
    <Spotlight.ActionsGroup label={PALETTE.patients}>
      {patients.slice(0, SHOWN).map(({ id, fname, lname, pat_id, mobile }) => (
        <Spotlight.Action
          key={id}
          label={`${fname} ${lname} (${pat_id})`}
          description={mobile}
          leftSection={<IconUser size={18} aria-hidden />}
          onClick={() => void navigate(`/patient-profile/${id}`)}
        />
      ))}
    </Spotlight.ActionsGroup>
  )
}

export interface PaletteVisitsProps {
  keyword: string
  onVisit: (visitId: string) => void
}

/** Visits whose patient or number matches the keyword; a receipt's number finds its visit. */
export function PaletteVisits({ keyword, onVisit }: PaletteVisitsProps) {
  const [settled] = useDebouncedValue(keyword, TYPING_PAUSE_MS)
  const visits = useFoundVisits(settled)
  const branches = useBranches()
  const zoneOf = (id: string) => branches.find((branch) => branch.id === id)?.time_zone ?? branchZone(id)
  if (visits.length === 0) return null
  return (
    <Spotlight.ActionsGroup label={PALETTE.visits}>
      {visits.map(({ visit, receiptNo }) => (
        <Spotlight.Action
          key={visit.id}
          label={`${visit.name} · ${visit.visit_no}`}
          description={[
            receiptNo !== undefined && PALETTE.receipt(receiptNo),
            formatDateTime(new Date(visit.start_dt), zoneOf(visit.branch_id)),
            visit.services.map(({ name }) => name).join(', '),
            VISIT_STATUS_TABLE[visit.status].label,
          ]
            .filter(Boolean)
            .join(' · ')}
          leftSection={<IconCalendarEvent size={18} aria-hidden />}
          onClick={() => onVisit(visit.id)}
        />
      ))}
    </Spotlight.ActionsGroup>
  )
}

const NONE: readonly FoundVisit[] = []

function useFoundVisits(text: string): readonly FoundVisit[] {
  const device = useDevice()
  const [found, setFound] = useState<{ text: string; visits: readonly FoundVisit[] }>()
  useEffect(() => {
    let isOver = false
    if (device)
      void findVisitsHere(device, text, SHOWN)
        // If this device cannot be searched, the other groups are still shown.
        .catch(() => NONE)
        .then((visits) => {
          if (!isOver) setFound({ text, visits })
        })
    return () => {
      isOver = true
    }
  }, [device, text])
  return found?.text === text ? found.visits : NONE
}

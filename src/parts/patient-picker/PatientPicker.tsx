import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { PATIENT_PICKER_SIZE, type PatientRow } from '#contract/calls/patient-desk.ts'
import { usePatientSearch } from '#src/sync/patients/use-patient-search.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { DayInput } from '#src/ui/dates/DayInput.tsx'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { useToday } from '#src/ui/time/use-today.ts'
import { PatientLine } from '../patient-form/PatientLine.tsx'
import classes from './picker.module.css'
import { PICKER_WORDS as WORDS } from './words.ts'

export interface PatientPickerProps {
  onPick: (patient: PatientRow) => void
  autoFocus?: boolean
  /** A record that cannot be chosen. */
  without?: string | undefined
  initialSearch?: string
}

/**
 * The patient search: type, choose by arrows, accept by Enter; results from this device at once, then from the server.
 */
export function PatientPicker({
  onPick,
  autoFocus = false,
  without,
  initialSearch = '',
}: PatientPickerProps) {
  const [k, setK] = useState(initialSearch)
  const [dob, setDob] = useState('')
  const [pages, setPages] = useState(1)
  // Tracked by id: results from the server may be inserted before it.
  const [active, setActive] = useState<string>()
  const found = usePatientSearch(k, dob === '' ? undefined : dob, pages * PATIENT_PICKER_SIZE)
  const patients = found.patients.filter(({ id }) => id !== without)
  const ids = useId()
  const today = useToday(branchZone())
  const chosen = active === undefined ? patients[0] : patients.find(({ id }) => id === active)
  const look = (change: () => void) => {
    change()
    setActive(undefined)
    setPages(1)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Ctrl+Enter is the form's: it books, and must not choose whoever stands first.
    const isOfForm = event.ctrlKey || event.metaKey
    if (event.key === 'Enter' && chosen && !isOfForm && !event.nativeEvent.isComposing) {
      event.preventDefault()
      onPick(chosen)
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined || patients.length === 0) return
    event.preventDefault()
    const next = patients.findIndex(({ id }) => id === chosen?.id) + step
    if (next === patients.length && found.hasMore) setPages(pages + 1)
    else setActive(patients.at(next % patients.length)?.id)
  }
  return (
    <Stack gap="xs">
      <Group gap="xs" wrap="wrap" align="flex-end">
        <TextInput
          flex="1 1 220px"
          type="search"
          role="combobox"
          aria-expanded={patients.length > 0}
          aria-controls={ids}
          aria-activedescendant={chosen && `${ids}-${chosen.id}`}
          aria-label={WORDS.search}
          placeholder={WORDS.search}
          leftSection={<IconSearch size={16} aria-hidden />}
          autoComplete="off"
          data-autofocus={autoFocus || undefined}
          autoFocus={autoFocus}
          value={k}
          onKeyDown={onKeyDown}
          onChange={({ currentTarget: { value } }) => look(() => setK(value))}
        />
        <DayInput
          aria-label={WORDS.dob}
          leftSection={<Text size="xs">{WORDS.dob}</Text>}
          leftSectionWidth={42}
          w={190}
          max={today}
          value={dob}
          onKeyDown={onKeyDown}
          onChange={(next) => look(() => setDob(next))}
        />
      </Group>
      <Text size="xs" c="dimmed" role="status">
        {found.isAsking ? WORDS.asking : found.isFromDevice ? WORDS.fromDevice : WORDS.keys}
      </Text>
      {patients.length === 0 ? (
        <Nothing isReady={found.isReady && !found.isAsking} isFromDevice={found.isFromDevice} />
      ) : (
        <FoundList
          {...{ ids, patients, chosen, onKeyDown, onPick }}
          onPoint={(patient) => setActive(patient.id)}
        />
      )}
      {found.hasMore && patients.length > 0 && (
        <MoreFound count={patients.length} onMore={() => setPages(pages + 1)} />
      )}
    </Stack>
  )
}

interface FoundListProps {
  /** The id of the list, and the beginning of those of its rows. */
  ids: string
  patients: readonly PatientRow[]
  chosen: PatientRow | undefined
  onKeyDown: (event: KeyboardEvent) => void
  onPick: (patient: PatientRow) => void
  onPoint: (patient: PatientRow) => void
}

/** The found patients, the chosen one marked. */
function FoundList({ ids, patients, chosen, onKeyDown, onPick, onPoint }: FoundListProps) {
  return (
    <div id={ids} role="listbox" aria-label={WORDS.found} className={classes.list}>
      {patients.map((patient) => (
        // The search box keeps the focus and handles the list's keys.
        <div
          key={patient.id}
          id={`${ids}-${patient.id}`}
          role="option"
          tabIndex={-1}
          aria-selected={patient === chosen}
          className={classes.row}
          onMouseMove={() => onPoint(patient)}
          onClick={() => onPick(patient)}
          onKeyDown={onKeyDown}
        >
          <PatientLine patient={patient} />
        </div>
      ))}
    </div>
  )
}

/** Says that there are more than those shown, and shows more. */
function MoreFound({ count, onMore }: { count: number; onMore: () => void }) {
  return (
    <Group justify="space-between" gap="xs">
      <Text size="xs" c="dimmed" role="status">
        {WORDS.hasMore(count)}
      </Text>
      <Button
        size="compact-sm"
        variant="default"
        // The search box keeps the focus, and with it the list's keys.
        onMouseDown={(event) => event.preventDefault()}
        onClick={onMore}
      >
        {WORDS.showMore}
      </Button>
    </Group>
  )
}

function Nothing({ isReady, isFromDevice }: { isReady: boolean; isFromDevice: boolean }) {
  if (!isReady) return <SkeletonRows rows={4} height={44} />
  return <EmptyState title={WORDS.none} hint={isFromDevice ? WORDS.noneHere : WORDS.noneHint} />
}

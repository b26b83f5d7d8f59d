import { Button, Card, Group, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useMemo } from 'react'
import { PatientLine } from '#src/parts/patient-form/PatientLine.tsx'
import { CardList } from '#src/ui/grid/CardList.tsx'
import { DataGrid } from '#src/ui/grid/DataGrid.tsx'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { columnsOn } from './columns.tsx'
import type { PatientList as Found, ListedPatient } from './use-patient-list.ts'
import { PATIENTS_WORDS as WORDS } from './words.ts'

const PHONE = '(max-width: 48em)'
const ACTIONS_WIDTH = 96

export interface PatientListProps {
  found: Found
  today: string
  isNarrowed: boolean
  onShowAll: () => void
  onOpen: (patient: ListedPatient) => void
  /** Must be stable between renders. */
  actions: (patient: ListedPatient) => ReactNode
}

/** The rows of the Patients page as a table, or as cards on a phone; also its empty, loading and error states. */
export function PatientList({ found, today, isNarrowed, onShowAll, onOpen, actions }: PatientListProps) {
  const columns = useMemo(() => columnsOn(today), [today])
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false })
  const { rows, error, isLoading, refresh } = found
  if (error && rows.length === 0)
    return <ErrorNote title={WORDS.failed} message={error.message} onRetry={refresh} />
  if (rows.length === 0)
    return isLoading ? <SkeletonRows /> : <Nothing {...{ found, isNarrowed, onShowAll }} />
  if (isPhone)
    return (
      <CardList
        label={WORDS.title}
        rows={rows}
        rowId={({ id }) => id}
        renderCard={(patient) => <PatientCard patient={patient} actions={actions} />}
      />
    )
  return (
    <DataGrid
      label={WORDS.title}
      rows={rows}
      columns={columns}
      rowId={({ id }) => id}
      start={found.start}
      total={found.total}
      onOpen={onOpen}
      actions={actions}
      actionsLabel={WORDS.actions}
      actionsWidth={ACTIONS_WIDTH}
    />
  )
}

type NothingProps = Pick<PatientListProps, 'found' | 'isNarrowed' | 'onShowAll'>

function Nothing({ found, isNarrowed, onShowAll }: NothingProps) {
  if (isNarrowed)
    return (
      <EmptyState
        title={WORDS.none}
        hint={found.isFromDevice ? WORDS.fromDevice : WORDS.noneHint}
        action={
          <Button variant="default" size="xs" onClick={onShowAll}>
            {WORDS.showAll}
          </Button>
        }
      />
    )
  return found.isFromDevice ? (
    <EmptyState title={WORDS.none} hint={WORDS.notHere} />
  ) : (
    <EmptyState title={WORDS.empty} hint={WORDS.emptyHint} />
  )
}

function PatientCard({ patient, actions }: { patient: ListedPatient; actions: PatientListProps['actions'] }) {
  return (
    <Card withBorder padding="sm" radius="sm">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Stack gap={2} miw={0}>
          <PatientLine patient={patient} />
          {patient.isWaiting && (
            <Text size="xs" c="orange.4">
              {WORDS.waits}
            </Text>
          )}
        </Stack>
        {actions(patient)}
      </Group>
    </Card>
  )
}

import { Button, Group, Stack, Tabs, Text } from '@mantine/core'
import { useState } from 'react'
import { type LikelyPatient, type PatientRow, patientDeskCalls } from '#contract/calls/patient-desk.ts'
import { PatientLine } from '#src/parts/patient-form/PatientLine.tsx'
import { PatientPicker } from '#src/parts/patient-picker/PatientPicker.tsx'
import { useCall } from '#src/sync/api/use-call.ts'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { MergeChoice } from './MergeChoice.tsx'
import { MergeHistory } from './MergeHistory.tsx'
import classes from './patients.module.css'
import { MERGE_WORDS as WORDS } from './words.ts'

export interface MergeDialogProps {
  patient: PatientRow
  onDone: () => void
  onClose: () => void
}

/** Searches the other record of a person, merges field by field, and undoes merges. */
export function MergeDialog({ patient, onDone, onClose }: MergeDialogProps) {
  const [pair, setPair] = useState<{ kept: PatientRow; other: PatientRow }>()
  const finish = () => {
    onDone()
    onClose()
  }
  return (
    <Dialog opened onClose={onClose} title={WORDS.title} size="xl">
      {pair ? (
        <MergeChoice
          {...pair}
          onSwap={() => setPair({ kept: pair.other, other: pair.kept })}
          onBack={() => setPair(undefined)}
          onMerged={finish}
        />
      ) : (
        <Stack gap="sm">
          <div className={classes.side}>
            <PatientLine patient={patient} />
          </div>
          <Tabs defaultValue="find" keepMounted={false}>
            <Tabs.List>
              <Tabs.Tab value="find">{WORDS.find}</Tabs.Tab>
              <Tabs.Tab value="history">{WORDS.history}</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="find" pt="sm">
              <FindOther patient={patient} onFind={(other) => setPair({ kept: patient, other })} />
            </Tabs.Panel>
            <Tabs.Panel value="history" pt="sm">
              <MergeHistory patient={patient} onUndone={onDone} />
            </Tabs.Panel>
          </Tabs>
        </Stack>
      )}
    </Dialog>
  )
}

function FindOther({ patient, onFind }: { patient: PatientRow; onFind: (other: PatientRow) => void }) {
  const { id, fname, lname, mobile, gender, dob, ssn, passport } = patient
  const { answer } = useCall(patientDeskCalls.likely, {
    id,
    fname,
    lname,
    mobile,
    gender,
    dob,
    ssn,
    passport,
  })
  const alike = answer?.result ?? []
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {alike.length > 0 ? WORDS.findHint : WORDS.findOther}
      </Text>
      {alike.map((likely) => (
        <LikelyOther key={likely.patient.id} likely={likely} onFind={onFind} />
      ))}
      <PatientPicker without={patient.id} onPick={onFind} />
    </Stack>
  )
}

function LikelyOther({ likely, onFind }: { likely: LikelyPatient; onFind: (other: PatientRow) => void }) {
  return (
    <Group className={classes.side} justify="space-between" wrap="nowrap">
      <Stack gap={2} miw={0}>
        <PatientLine patient={likely.patient} />
        <Text size="xs" c="dimmed">
          {[WORDS.likely, ...likely.reasons].join(' · ')}
        </Text>
      </Stack>
      <Button size="xs" variant="light" onClick={() => onFind(likely.patient)}>
        {WORDS.merge}
      </Button>
    </Group>
  )
}

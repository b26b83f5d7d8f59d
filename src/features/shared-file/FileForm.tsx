import { Button, Group, Paper, Select, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { PatientRow } from '#contract/calls/patient-desk.ts'
import { isVisitCancelled } from '#domain/status/visit-status.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import { PatientLine } from '#src/parts/patient-form/PatientLine.tsx'
import { PatientPicker } from '#src/parts/patient-picker/PatientPicker.tsx'
import type { Shown } from '#src/sync/desk/merged-record.ts'
import { useVisitsOfPatient } from '#src/sync/desk/use-visits-of-patient.ts'
import { addVisitDocument } from '#src/sync/desk/visit-documents.ts'
import { useDocumentTags } from '#src/sync/directory/use-directory.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { dropSharedFiles, type KeptFile } from '#src/sync/shared-files/kept-files.ts'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { ReasonButton } from '#src/ui/ReasonButton.tsx'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { FileList } from './FileList.tsx'
import classes from './shared-file.module.css'
import { SHARED_WORDS as WORDS } from './words.ts'

/** Chooses the patient, then the visit and the tag to which the files belong. */
export function FileForm({ files }: { files: readonly KeptFile[] }) {
  const [patient, setPatient] = useState<PatientRow>()
  const [visitId, setVisitId] = useState<string | null>(null)
  const [tagId, setTagId] = useState<string | null>(null)
  const [box, act] = useAct()
  const [now] = useState(() => new Date())
  const visits = useVisitsOfPatient(patient?.id ?? '')
  const open = visits?.filter(({ status }) => !isVisitCancelled(status))
  const visit = open?.find(({ id }) => id === visitId)
  // The newest visit that has begun is usually meant. It is preselected only once: a later visit does not
  // change it.
  const usual = open?.find(({ start_dt }) => new Date(start_dt) <= now) ?? open?.[0]
  if (visit === undefined && usual !== undefined) setVisitId(usual.id)
  const choose = (next: PatientRow | undefined) => {
    setPatient(next)
    setVisitId(null)
  }
  const file = async () => {
    if (!visit || tagId === null) return
    await act.run(async () => {
      for (const { id, name, bytes } of files) {
        await addVisitDocument({ visit, tagId, name, bytes })
        // One at a time, so that filed ones are not filed again if a later one fails.
        await dropSharedFiles([id])
      }
      notifyDone(WORDS.filed(files.length, visit.visit_no))
      choose(undefined)
    })
  }
  return (
    <div className={classes.columns}>
      <FileList files={files} />
      <Paper component="section" aria-label={WORDS.patient} className={classes.panel} p="md">
        <Title order={2} size="h4">
          {WORDS.patient}
        </Title>
        {patient ? (
          <Chosen patient={patient} onOther={() => choose(undefined)} />
        ) : (
          <PatientPicker onPick={choose} autoFocus />
        )}
        {patient && <VisitChoice visits={open} chosen={visit} onChoose={setVisitId} />}
        <TagChoice value={tagId} onChange={setTagId} />
        <Text c="dimmed" size="sm">
          {WORDS.cancelHint}
        </Text>
        <Group justify="flex-end" ref={box}>
          <RefusalNote act={act} />
          <Button
            variant="default"
            disabled={act.isBusy}
            onClick={() => void act.run(() => dropSharedFiles(files.map(({ id }) => id)))}
          >
            {WORDS.cancel}
          </Button>
          <ReasonButton
            loading={act.isBusy}
            reason={refusalOf({ patient, visit, tagId })}
            onClick={() => void file()}
          >
            {WORDS.file(files.length)}
          </ReasonButton>
        </Group>
      </Paper>
    </div>
  )
}

interface Choice {
  patient: PatientRow | undefined
  visit: Shown<'visit'> | undefined
  tagId: string | null
}

/** Returns what is still to be chosen. */
function refusalOf({ patient, visit, tagId }: Choice): string | undefined {
  if (!patient) return WORDS.patientFirst
  if (!visit) return WORDS.visitFirst
  return tagId === null ? WORDS.tagFirst : undefined
}

function Chosen({ patient, onOther }: { patient: PatientRow; onOther: () => void }) {
  return (
    <Stack gap="xs">
      <PatientLine patient={patient} />
      <Button variant="default" size="xs" style={{ alignSelf: 'flex-start' }} onClick={onOther}>
        {WORDS.otherPatient}
      </Button>
    </Stack>
  )
}

interface VisitChoiceProps {
  visits: readonly Shown<'visit'>[] | undefined
  chosen: Shown<'visit'> | undefined
  onChoose: (id: string | null) => void
}

function VisitChoice({ visits, chosen, onChoose }: VisitChoiceProps) {
  if (visits?.length === 0)
    return (
      <Text role="status" size="sm" c="orange.4">
        {WORDS.noVisits}
      </Text>
    )
  return (
    <Select
      label={WORDS.visit}
      data={(visits ?? []).map((visit) => ({ value: visit.id, label: labelOf(visit) }))}
      value={chosen?.id ?? null}
      onChange={onChoose}
      allowDeselect={false}
    />
  )
}

const labelOf = ({ visit_no, start_dt, services }: Shown<'visit'>): string =>
  [visit_no, formatDateTime(new Date(start_dt), branchZone()), services.map(({ name }) => name).join(', ')]
    .filter(Boolean)
    .join(' · ')

function TagChoice({ value, onChange }: { value: string | null; onChange: (id: string | null) => void }) {
  const tags = useDocumentTags()
  return (
    <Select
      label={WORDS.tag}
      placeholder={WORDS.chooseTag}
      data={tags.map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={onChange}
    />
  )
}

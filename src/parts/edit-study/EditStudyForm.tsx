import { Alert, Button, Fieldset, Group, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { StudyRow } from '#contract/calls/studies.ts'
import { PATIENT_SEXES } from '#contract/calls/study-edit.ts'
import { hasSigned } from '#domain/report/filed.ts'
import { EDITABLE_FIELDS, type EditableField } from '#domain/study/study-rules.ts'
import { useReportsHere } from '#src/sync/reports/use-reports-here.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { editStudy, useRefusedEdit } from '#src/sync/study-parts/edit-study.ts'
import { DayInput } from '#src/ui/dates/DayInput.tsx'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { useToday } from '#src/ui/time/use-today.ts'
import { agreesToRename } from './ask-name-change.tsx'
import { changeOf, type EditValues, problemOf, valuesOf } from './edit-fields.ts'
import { RefusedEditNote } from './RefusedEditNote.tsx'
import { EDIT_WORDS as WORDS } from './words.ts'

const PATIENT_FIELDS = ['pat_name', 'pat_id', 'pat_sex', 'pat_birthdate'] as const
const STUDY_FIELDS = ['study_desc', 'accession_no', 'ref_physician'] as const
const MAX_LENGTH = { pat_id: 64, accession_no: 64 } as Partial<Record<EditableField, number>>

export interface EditStudyFormProps {
  study: StudyRow
  onDone: () => void
}

/** The editable fields; only changed ones are sent, each with the value seen before. */
export function EditStudyForm({ study, onDone }: EditStudyFormProps) {
  // The values when the form opened: a concurrent change is reported and not overwritten.
  const [seen, setSeen] = useState(() => valuesOf(study))
  const [values, setValues] = useState(seen)
  const refused = useRefusedEdit(study.id)
  const today = useToday(branchZone())
  const reports = useReportsHere(study.id)
  const change = changeOf(seen, values)
  const problems = EDITABLE_FIELDS.map((field) => problemOf(field, values, today)).filter(Boolean)
  const isIdle = Object.keys(change.fields).length === 0 || problems.length > 0
  const [box, act] = useAct()
  const save = () =>
    act.run(async () => {
      if (!(await agreesToRename(change.fields, seen.pat_name, reports ?? []))) return
      await editStudy(study.id, change.fields, change.seen, refused ? [refused.id] : [])
      notifyDone(WORDS.done)
      onDone()
    })
  const field = (name: EditableField) => (
    <Field
      key={name}
      name={name}
      values={values}
      problem={problemOf(name, values, today)}
      onChange={(value) => setValues((before) => ({ ...before, [name]: value }))}
    />
  )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!isIdle) void save()
      }}
    >
      <Stack gap="sm" ref={box}>
        {refused && (
          <RefusedEditNote
            refused={refused}
            onUse={(mine, theirs) => {
              setSeen(theirs)
              setValues({ ...theirs, ...mine })
            }}
            study={study}
          />
        )}
        {hasSigned(study) && <Alert color="orange">{WORDS.signed}</Alert>}
        <Fieldset legend={WORDS.patient}>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>{PATIENT_FIELDS.map(field)}</SimpleGrid>
        </Fieldset>
        <Fieldset legend={WORDS.study}>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>{STUDY_FIELDS.map(field)}</SimpleGrid>
        </Fieldset>
        <Text c="dimmed" size="sm">
          {WORDS.headerStays}
        </Text>
        <Group justify="flex-end">
          <RefusalNote act={act} />
          <Button variant="default" onClick={onDone}>
            {WORDS.cancel}
          </Button>
          <Button type="submit" disabled={isIdle}>
            {WORDS.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface FieldProps {
  name: EditableField
  values: EditValues
  problem: string | undefined
  onChange: (value: string) => void
}

function Field({ name, values, problem, onChange }: FieldProps) {
  if (name === 'pat_sex')
    return (
      <Select
        label={WORDS.fields.pat_sex}
        data={PATIENT_SEXES.map((sex) => ({ value: sex, label: sex || WORDS.noSex }))}
        value={values.pat_sex}
        allowDeselect={false}
        onChange={(value) => onChange(value ?? '')}
      />
    )
  if (name === 'pat_birthdate')
    return <DayInput label={WORDS.fields[name]} value={values[name]} error={problem} onChange={onChange} />
  return (
    <TextInput
      label={WORDS.fields[name]}
      maxLength={MAX_LENGTH[name] ?? 200}
      value={values[name]}
      error={problem}
      required={name === 'pat_name'}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

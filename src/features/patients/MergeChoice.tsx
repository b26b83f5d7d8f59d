import { Button, Group, Radio, Stack, Table, Text } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useState } from 'react'
import { v7 as mintId } from 'uuid'
import { type PatientRow, patientDeskCalls } from '#contract/calls/patient-desk.ts'
import type { MergeField } from '#domain/patient/merge-fields.ts'
import { PatientLine } from '#src/parts/patient-form/PatientLine.tsx'
import { PATIENT_FORM_WORDS } from '#src/parts/patient-form/words.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { confirmAction } from '#src/ui/dialog/confirm-action.ts'
import { OnlineButton } from '#src/ui/master/OnlineButton.tsx'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { patientName } from './columns.tsx'
import { filledByOther, type MergeRow, mergeRows } from './merge-rows.ts'
import classes from './patients.module.css'
import { MERGE_WORDS as WORDS } from './words.ts'

export interface MergeChoiceProps {
  kept: PatientRow
  other: PatientRow
  onSwap: () => void
  onBack: () => void
  onMerged: () => void
}

/** Two records side by side: choose which record is kept, and which value for each field. */
export function MergeChoice({ kept, other, onSwap, onBack, onMerged }: MergeChoiceProps) {
  const rows = mergeRows(kept, other)
  const [id] = useState(() => mintId())
  const [taken, setTaken] = useState<ReadonlySet<MergeField>>(() => new Set(filledByOther(rows)))
  const [box, act] = useAct()
  const swap = () => {
    setTaken(new Set(filledByOther(mergeRows(other, kept))))
    onSwap()
  }
  const merge = async () => {
    const message = WORDS.sureMessage(patientName(kept), patientName(other))
    if (!(await confirmAction({ title: WORDS.sure, message, confirmLabel: WORDS.merge, danger: true })))
      return
    await act.run(async () => {
      const input = { id, kept_id: kept.id, merged_id: other.id, fields: [...taken] }
      const { message: done } = await callApi(patientDeskCalls.merge, input)
      notifyDone(done)
      onMerged()
    })
  }
  const choose = (field: MergeField, isOther: boolean) =>
    setTaken((before) => {
      const next = new Set(before)
      if (isOther) next.add(field)
      else next.delete(field)
      return next
    })
  return (
    <Stack gap="sm" ref={box}>
      <Group align="stretch" gap="sm">
        <Side title={WORDS.kept} patient={kept} />
        <Button
          variant="default"
          leftSection={<IconArrowsExchange size={16} aria-hidden />}
          onClick={swap}
          style={{ alignSelf: 'center' }}
        >
          {WORDS.swap}
        </Button>
        <Side title={WORDS.other} patient={other} />
      </Group>
      <Text size="sm" c="dimmed">
        {WORDS.patIdStays(kept.pat_id, other.pat_id)}
      </Text>
      {rows.length === 0 ? <Text>{WORDS.same}</Text> : <Fields rows={rows} taken={taken} onChoose={choose} />}
      <Group justify="flex-end">
        <RefusalNote act={act} />
        <Button variant="default" onClick={onBack}>
          {WORDS.change}
        </Button>
        <OnlineButton color="red.9" loading={act.isBusy} onClick={() => void merge()}>
          {WORDS.merge}
        </OnlineButton>
      </Group>
    </Stack>
  )
}

function Side({ title, patient }: { title: string; patient: PatientRow }) {
  return (
    <div className={`${classes.side} ${classes.beside}`}>
      <Text size="xs" c="dimmed">
        {title}
      </Text>
      <PatientLine patient={patient} />
    </div>
  )
}

interface FieldsProps {
  rows: readonly MergeRow[]
  taken: ReadonlySet<MergeField>
  onChoose: (field: MergeField, isOther: boolean) => void
}

function Fields({ rows, taken, onChoose }: FieldsProps) {
  return (
    <Table.ScrollContainer minWidth={420}>
      <Table verticalSpacing={4}>
        <Table.Caption>{WORDS.choose}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{WORDS.field}</Table.Th>
            <Table.Th>{WORDS.kept}</Table.Th>
            <Table.Th>{WORDS.other}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ field, kept, other }) => (
            <Table.Tr key={field} role="radiogroup" aria-label={PATIENT_FORM_WORDS.fields[field]}>
              <Table.Th scope="row">{PATIENT_FORM_WORDS.fields[field]}</Table.Th>
              <Table.Td>
                <Radio
                  name={field}
                  label={kept || WORDS.empty}
                  checked={!taken.has(field)}
                  onChange={() => onChoose(field, false)}
                />
              </Table.Td>
              <Table.Td>
                <Radio
                  name={field}
                  label={other || WORDS.empty}
                  checked={taken.has(field)}
                  onChange={() => onChoose(field, true)}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

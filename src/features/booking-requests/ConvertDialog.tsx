import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { BookingRow } from '#contract/calls/bookings.ts'
import { isPastStart } from '#domain/visit/end-time.ts'
import { useBranches } from '#src/sync/directory/use-directory.ts'
import { OnlineButton } from '#src/ui/master/OnlineButton.tsx'
import { notifyDone } from '#src/ui/notify.ts'
import { useBranchZone } from '#src/ui/use-branch-zone.ts'
import { ConvertFields } from './ConvertFields.tsx'
import { FreeSlots } from './FreeSlots.tsx'
import { LikelyPatients } from './LikelyPatients.tsx'
import { nameOf } from './row-actions.ts'
import { type ConvertErrors, type ConvertValues, useConvert, type Whose, whoseInput } from './use-convert.ts'
import { WhosePatient } from './WhosePatient.tsx'
import { REQUEST_WORDS } from './words.ts'

const { convert: WORDS } = REQUEST_WORDS
const SOON_MS = 10 * 60_000
const MINUTE_MS = 60_000

export interface ConvertDialogProps {
  request: BookingRow
  onClose: () => void
  onConverted: () => void
}

/** Convert Appointment: when, at which machine and what; the free slots where it is taken (spec 3 sections 2.7 and 5). */
export function ConvertDialog({ request, onClose, onConverted }: ConvertDialogProps) {
  const branches = useBranches()
  const [branchId, setBranchId] = useState(request.branch_id ?? branches[0]?.id ?? '')
  const zone = useBranchZone(branchId)
  const [values, setValues] = useState<ConvertValues>(() => firstValues(request, Date.now()))
  const [whose, setWhose] = useState<Whose>({ kind: 'requested' })
  const [isTried, setIsTried] = useState(false)
  const { send, isSending, refusal, clear } = useConvert(request, () => {
    notifyDone(WORDS.done)
    onConverted()
    onClose()
  })
  const change = (some: Partial<ConvertValues>) => {
    setValues((now) => ({ ...now, ...some }))
    clear()
  }
  const errors = isTried ? problemsOf(values) : {}
  const submit = (as: Whose = whose) => {
    setWhose(as)
    setIsTried(true)
    if (Object.keys(problemsOf(values)).length === 0) void send(values, whoseInput(as))
  }
  return (
    <Modal opened onClose={onClose} title={WORDS.title} size="lg">
      <Stack>
        <Text fw={600}>{WORDS.of(nameOf(request), request.study_desc || request.department)}</Text>
        <WhosePatient
          request={request}
          whose={whose}
          onChange={(next) => {
            setWhose(next)
            clear()
          }}
        />
        <ConvertFields
          branchId={branchId}
          onBranch={request.branch_id === null ? setBranchId : undefined}
          zone={zone}
          values={values}
          errors={{ ...errors, ...refusal?.fields }}
          onChange={change}
        />
        {refusal?.free && (
          <FreeSlots
            slots={refusal.free}
            zone={zone}
            onPick={({ start_dt, machine_id }) =>
              change({ start: Date.parse(start_dt), machineId: machine_id })
            }
          />
        )}
        {refusal?.likely && (
          <LikelyPatients
            likely={refusal.likely}
            onPick={(patient) => submit({ kind: 'chosen', patient })}
            onNew={() => submit({ kind: 'new' })}
          />
        )}
        {refusal && !refusal.free && !refusal.likely && (
          <Alert color="red" role="alert" title={WORDS.failed}>
            {[refusal.message, ...Object.values(otherFields(refusal.fields))].join(' ')}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {WORDS.cancel}
          </Button>
          <OnlineButton loading={isSending} onClick={() => submit()}>
            {WORDS.save}
          </OnlineButton>
        </Group>
      </Stack>
    </Modal>
  )
}

/** The wished time where it is still to come, else ten minutes from now; the wished department. */
function firstValues({ start_date, department_id, tag_id }: BookingRow, now: number): ConvertValues {
  const wished = start_date === null ? 0 : Date.parse(start_date)
  const soon = Math.ceil((now + SOON_MS) / MINUTE_MS) * MINUTE_MS
  return {
    start: wished > now ? wished : soon,
    departmentId: department_id,
    machineId: null,
    serviceId: null,
    tagId: tag_id,
  }
}

function problemsOf({ start, departmentId, machineId, serviceId }: ConvertValues): ConvertErrors {
  return {
    ...(isPastStart(start, Date.now()) && { start_dt: WORDS.past }),
    ...(departmentId === null && { department_id: WORDS.required }),
    ...(machineId === null && { machine_id: WORDS.required }),
    ...(serviceId === null && { service: WORDS.required }),
  }
}

const SHOWN_FIELDS: readonly string[] = ['start_dt', 'department_id', 'machine_id', 'service']

/** What is wrong with something that the dialog has no field for, such as the request's own phone number. */
const otherFields = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !SHOWN_FIELDS.includes(name)))

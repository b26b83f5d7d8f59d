import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { BookingRow } from '#contract/calls/bookings.ts'
import type { FreeSlot } from '#contract/calls/visits.ts'
import { isPastStart } from '#domain/visit/end-time.ts'
import { placeOfSlot } from '#src/parts/booking/slots/free-slots.ts'
import { useBranches } from '#src/sync/directory/use-directory.ts'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { OnlineButton } from '#src/ui/master/OnlineButton.tsx'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { useBranchZone } from '#src/ui/time/use-branch-zone.ts'
import type { FormStart } from './BookForRequest.tsx'
import { ConvertFields } from './ConvertFields.tsx'
import { FreeSlots } from './FreeSlots.tsx'
import { LikelyPatients } from './LikelyPatients.tsx'
import { namedService } from './named-service.ts'
import { DocumentButton } from './RequestDocument.tsx'
import { nameOf } from './row-actions.ts'
import {
  type ConvertErrors,
  type ConvertRefusal,
  type ConvertValues,
  fieldErrors,
  otherFields,
  useConvert,
  type Whose,
  whoseInput,
} from './use-convert.ts'
import { type Offer, useOffer } from './use-offer.ts'
import { WhosePatient } from './WhosePatient.tsx'
import { REQUEST_WORDS } from './words.ts'

const { convert: WORDS } = REQUEST_WORDS
const SOON_MS = 10 * 60_000
const MINUTE_MS = 60_000

export interface ConvertDialogProps {
  request: BookingRow
  onClose: () => void
  onConverted: () => void
  /** Continues in the appointment form with the values chosen so far. */
  onForm: (start: FormStart) => void
}

/**
 * The Convert Appointment dialog: time, machine or doctor, and service; offers free slots if the chosen one
 * is taken (docs/visits.md#booking-requests, docs/visits.md#booking).
 */
export function ConvertDialog({ request, onClose, onConverted, onForm }: ConvertDialogProps) {
  const branches = useBranches()
  const [branchId, setBranchId] = useState(request.branch_id ?? branches[0]?.id ?? '')
  const zone = useBranchZone(branchId)
  const offer = useOffer(branchId)
  const [typed, setValues] = useState<ConvertValues>(() => firstValues(request, Date.now()))
  const values = useMemo(() => withNamedService(typed, request, offer), [typed, request, offer])
  const [whose, setWhose] = useState<Whose>({ kind: 'requested' })
  const [isTried, setIsTried] = useState(false)
  const { send, isSending, refusal, clear } = useConvert(request, offer, () => {
    notifyDone(WORDS.done)
    onConverted()
    onClose()
  })
  const change = (some: Partial<ConvertValues>) => {
    setValues((now) => ({ ...now, ...some }))
    clear()
  }
  const errors = isTried ? problemsOf(values, offer) : {}
  const submit = (as: Whose = whose) => {
    setWhose(as)
    setIsTried(true)
    if (Object.keys(problemsOf(values, offer)).length === 0) void send(values, branchId, whoseInput(as))
  }
  const goOn = () =>
    onForm({
      request,
      branchId,
      isRadiology: offer.isClinical(values.departmentId) ? 0 : 1,
      start: values.start,
      machineId: values.placeId ?? undefined,
      patient: whose.kind === 'chosen' ? whose.patient : undefined,
    })
  return (
    <Dialog opened onClose={onClose} title={WORDS.title} size="lg">
      <Stack>
        <Group justify="space-between" gap="xs">
          <Text fw={600}>{WORDS.of(nameOf(request), request.study_desc || request.department)}</Text>
          <DocumentButton request={request} />
        </Group>
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
          offer={offer}
          values={values}
          errors={{ ...errors, ...(refusal && fieldErrors(refusal)) }}
          onChange={change}
        />
        {refusal && (
          <Refused
            refusal={refusal}
            zone={zone}
            hoursReason={values.hoursReason}
            onHoursReason={(hoursReason) => setValues((now) => ({ ...now, hoursReason }))}
            onSlot={(slot) => change({ start: Date.parse(slot.start_dt), placeId: placeOfSlot(slot) })}
            onPatient={submit}
          />
        )}
        <Group justify="space-between" gap="xs">
          <Button variant="subtle" title={WORDS.formHint} onClick={goOn}>
            {WORDS.form}
          </Button>
          <Group gap="xs" ml="auto">
            <Button variant="default" onClick={onClose}>
              {WORDS.cancel}
            </Button>
            <OnlineButton loading={isSending} onClick={() => submit()}>
              {WORDS.save}
            </OnlineButton>
          </Group>
        </Group>
      </Stack>
    </Dialog>
  )
}

interface RefusedProps {
  refusal: ConvertRefusal
  zone: string
  hoursReason: string
  onHoursReason: (reason: string) => void
  onSlot: (slot: FreeSlot) => void
  onPatient: (whose: Whose) => void
}

/** Why the request was not converted: free slots or likely patients to choose from, or the message. */
function Refused({ refusal, zone, hoursReason, onHoursReason, onSlot, onPatient }: RefusedProps) {
  const { free, likely, isClosed, message } = refusal
  return (
    <>
      {free && (
        <FreeSlots
          slots={free}
          zone={zone}
          closed={isClosed ? { reason: hoursReason, onReason: onHoursReason } : undefined}
          onPick={onSlot}
        />
      )}
      {likely && (
        <LikelyPatients
          likely={likely}
          onPick={(patient) => onPatient({ kind: 'chosen', patient })}
          onNew={() => onPatient({ kind: 'new' })}
        />
      )}
      {!free && !likely && (
        <Alert color="red" role="alert" title={WORDS.failed}>
          {[message, ...otherFields(refusal)].join(' ')}
        </Alert>
      )}
    </>
  )
}

/**
 * Returns the initial values: the requested time if it is in the future, else ten minutes from now, and the
 * requested department.
 */
function firstValues({ start_date, department_id, tag_id }: BookingRow, now: number): ConvertValues {
  const wished = start_date === null ? 0 : Date.parse(start_date)
  const soon = Math.ceil((now + SOON_MS) / MINUTE_MS) * MINUTE_MS
  return {
    start: wished > now ? wished : soon,
    departmentId: department_id,
    placeId: null,
    serviceId: undefined,
    tagId: tag_id,
    hoursReason: '',
  }
}

/**
 * Returns the values with the department and service that the request names filled in, until a person chooses
 * others.
 */
function withNamedService(
  values: ConvertValues,
  { study_desc }: BookingRow,
  { radiology, clinic, servicesOf }: Offer,
): ConvertValues {
  if (values.serviceId !== undefined) return values
  const departments = [...radiology, ...clinic].filter(
    ({ id }) => values.departmentId === null || id === values.departmentId,
  )
  const services = departments.flatMap(({ id }) =>
    servicesOf(id).map((service) => ({ ...service, departmentId: id })),
  )
  const named = namedService(study_desc, services)
  return { ...values, departmentId: named?.departmentId ?? values.departmentId, serviceId: named?.id ?? null }
}

function problemsOf(
  { start, departmentId, placeId, serviceId }: ConvertValues,
  { needsPlace }: Offer,
): ConvertErrors {
  return {
    ...(isPastStart(start, Date.now()) && { start_dt: WORDS.past }),
    ...(departmentId === null && { department_id: WORDS.required }),
    ...(placeId === null && needsPlace(departmentId) && { place: WORDS.required }),
    ...(serviceId === null && { service: WORDS.required }),
  }
}

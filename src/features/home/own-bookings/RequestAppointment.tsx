import { Alert, Button, Select, SimpleGrid, Stack, Textarea, Tooltip } from '@mantine/core'
import { ownBookingCalls } from '#contract/calls/bookings.ts'
import { ProofGate } from '#src/parts/proof/ProofGate.tsx'
import { useKeptCall } from '#src/sync/api/use-kept-call.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { placeZone } from '#src/sync/session/place-zone.ts'
import { DayInput } from '#src/ui/dates/DayInput.tsx'
import { TimeInput } from '#src/ui/dates/TimeInput.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { RefusalLine } from '#src/ui/refusal/RefusalLine.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { useToday } from '#src/ui/use-today.ts'
import { DocumentField } from './DocumentField.tsx'
import { OwnRequests } from './OwnRequests.tsx'
import type { Choices } from './request-values.ts'
import { type RequestForm, useRequestForm } from './use-request-form.ts'
import { OWN_BOOKINGS_WORDS as WORDS } from './words.ts'

/** A patient asks for an appointment (docs/people.md#own-bookings); nothing of it is kept on the device. */
export default function RequestAppointment() {
  return (
    <>
      <PageHeader title={WORDS.requestTitle} subtitle={WORDS.requestSubtitle} />
      <ProofGate>
        <Request />
      </ProofGate>
    </>
  )
}

const ONCE = { isWanted: true, news: '', keptAs: undefined }

function Request() {
  const { answer, error, refresh } = useKeptCall(ownBookingCalls.choices, {}, ONCE)
  const requests = useKeptCall(ownBookingCalls.requests, {}, ONCE)
  if (!answer)
    return error ? (
      <ErrorNote title={WORDS.notLoaded} message={error.message} onRetry={refresh} />
    ) : (
      <SkeletonRows />
    )
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
      <Form choices={answer.result} onSent={requests.refresh} />
      <OwnRequests requests={requests.answer?.result} />
    </SimpleGrid>
  )
}

function Form({ choices, onSent }: { choices: Choices; onSent: () => void }) {
  const [box, form] = useRequestForm(choices, onSent)
  const { online } = useLink()
  return (
    <form
      noValidate
      aria-label={WORDS.requestTitle}
      onSubmit={(event) => {
        event.preventDefault()
        if (online) void form.submit()
      }}
    >
      <Stack gap="md" ref={box}>
        {form.done !== undefined && (
          <Alert color="green" role="status">
            {form.done}
          </Alert>
        )}
        <Fields form={form} choices={choices} />
        <DocumentField
          document={form.document}
          onChange={form.setDocument}
          error={form.errors.doc_file_id}
          disabled={!online}
        />
        <RefusalLine
          words={form.failure === undefined ? [] : [`${WORDS.failed}.`, form.failure, WORDS.kept]}
          takesFocus={Object.keys(form.errors).length === 0}
        />
        <Tooltip label={WORDS.offline} disabled={online}>
          <Button
            type="submit"
            loading={form.isSending}
            data-disabled={!online || undefined}
            aria-disabled={!online || undefined}
          >
            {WORDS.submit}
          </Button>
        </Tooltip>
      </Stack>
    </form>
  )
}

function Fields({ form, choices }: { form: RequestForm; choices: Choices }) {
  const today = useToday(placeZone())
  const { values, errors, set } = form
  const branch = choices.branches.find(({ id }) => id === values.branch_id)
  const day = (name: 'dob' | 'booking_date', limit: { min?: string; max?: string }) => (
    <DayInput
      required
      label={WORDS.fields[name]}
      value={values[name]}
      error={errors[name]}
      onChange={(next) => set({ [name]: next })}
      {...limit}
    />
  )
  return (
    <>
      <Choice
        label={WORDS.fields.branch_id}
        options={choices.branches}
        value={values.branch_id}
        error={errors.branch_id}
        onChange={(branch_id) => set({ branch_id })}
      />
      <Choice
        label={WORDS.fields.department_id}
        options={choices.departments}
        value={values.department_id}
        error={errors.department_id}
        onChange={(department_id) => set({ department_id })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {day('dob', { max: today })}
        <Select
          label={WORDS.fields.gender}
          required
          data={(['M', 'F'] as const).map((value) => ({ value, label: WORDS.genders[value] }))}
          value={values.gender || null}
          error={errors.gender}
          placeholder={WORDS.choosePlace}
          allowDeselect={false}
          onChange={(gender) => set({ gender: gender ?? '' })}
        />
        {day('booking_date', { min: today })}
        <TimeInput
          required
          label={WORDS.fields.booking_time}
          description={
            branch?.open_time && branch.close_time
              ? WORDS.openHours(branch.open_time, branch.close_time)
              : undefined
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={values.booking_time}
          error={errors.booking_time}
          onChange={(booking_time) => set({ booking_time })}
        />
      </SimpleGrid>
      <Textarea
        label={WORDS.fields.exam_reason}
        maxLength={1000}
        autosize
        minRows={2}
        value={values.exam_reason}
        onChange={(event) => set({ exam_reason: event.currentTarget.value })}
      />
    </>
  )
}

interface ChoiceProps {
  label: string
  options: readonly { id: string; name: string }[]
  value: string
  error: string | undefined
  onChange: (id: string) => void
}

function Choice({ label, options, value, error, onChange }: ChoiceProps) {
  return (
    <Select
      label={label}
      required
      searchable
      data={options.map(({ id, name }) => ({ value: id, label: name }))}
      value={value || null}
      error={error}
      placeholder={WORDS.choosePlace}
      nothingFoundMessage={WORDS.nothingFound}
      allowDeselect={false}
      onChange={(id) => onChange(id ?? '')}
    />
  )
}

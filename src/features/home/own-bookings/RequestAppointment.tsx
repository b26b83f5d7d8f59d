import { Alert, Button, Select, SimpleGrid, Stack, Textarea, Tooltip } from '@mantine/core'
import { ownBookingCalls } from '#contract/calls/bookings.ts'
import { useOwnWords } from '#src/parts/patient-words/own-words.ts'
import { usePatientLanguage } from '#src/parts/patient-words/patient-words.ts'
import { refusalText } from '#src/parts/patient-words/refusal-text.ts'
import { ProofGate } from '#src/parts/proof/ProofGate.tsx'
import { useKeptCall } from '#src/sync/api/use-kept-call.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { DayInput } from '#src/ui/dates/DayInput.tsx'
import { TimeInput } from '#src/ui/dates/TimeInput.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { RefusalLine } from '#src/ui/refusal/RefusalLine.tsx'
import { useToday } from '#src/ui/time/use-today.ts'
import { DocumentField } from './DocumentField.tsx'
import { NotRead } from './NotRead.tsx'
import { OwnRequests } from './OwnRequests.tsx'
import type { Choices } from './request-values.ts'
import { useFieldText } from './use-field-text.ts'
import { type RequestForm, useRequestForm } from './use-request-form.ts'

/** Requests an appointment for a patient (docs/people.md#own-bookings); stores nothing on the device. */
export default function RequestAppointment() {
  const { title, subtitle } = useOwnWords().request
  return (
    <>
      <PageHeader title={title} subtitle={subtitle} />
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
  if (!answer) return <NotRead error={error} onRetry={refresh} />
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
      <Form choices={answer.result} onSent={requests.refresh} />
      <OwnRequests requests={requests.answer?.result} />
    </SimpleGrid>
  )
}

function Form({ choices, onSent }: { choices: Choices; onSent: () => void }) {
  const spoken = usePatientLanguage()
  const { request: words } = useOwnWords()
  const [box, form] = useRequestForm(choices, onSent)
  const textOf = useFieldText(form, choices)
  const { online } = useLink()
  return (
    <form
      noValidate
      aria-label={words.title}
      onSubmit={(event) => {
        event.preventDefault()
        if (online) void form.submit()
      }}
    >
      <Stack gap="md" ref={box}>
        {form.isDone && (
          <Alert color="green" role="status">
            {words.sent}
          </Alert>
        )}
        <Fields form={form} choices={choices} textOf={textOf} />
        <DocumentField
          document={form.document}
          onChange={form.setDocument}
          error={textOf('doc_file_id')}
          disabled={!online}
        />
        <RefusalLine
          words={form.failure ? [words.failed, refusalText(form.failure, spoken), words.kept] : []}
          takesFocus={Object.keys(form.errors).length === 0}
        />
        <Tooltip label={words.offline} disabled={online}>
          <Button
            type="submit"
            loading={form.isSending}
            data-disabled={!online || undefined}
            aria-disabled={!online || undefined}
          >
            {words.submit}
          </Button>
        </Tooltip>
      </Stack>
    </form>
  )
}

interface FieldsProps {
  form: RequestForm
  choices: Choices
  textOf: (name: string) => string | undefined
}

function Fields({ form, choices, textOf }: FieldsProps) {
  const { request: words } = useOwnWords()
  const today = useToday(branchZone())
  const { values, set } = form
  const branch = choices.branches.find(({ id }) => id === values.branch_id)
  const day = (name: 'dob' | 'booking_date', limit: { min?: string; max?: string }) => (
    <DayInput
      required
      label={words.fields[name]}
      value={values[name]}
      error={textOf(name)}
      onChange={(next) => set({ [name]: next })}
      {...limit}
    />
  )
  return (
    <>
      <Choice
        label={words.fields.branch_id}
        options={choices.branches}
        value={values.branch_id}
        error={textOf('branch_id')}
        onChange={(branch_id) => set({ branch_id })}
      />
      <Choice
        label={words.fields.department_id}
        options={choices.departments}
        value={values.department_id}
        error={textOf('department_id')}
        onChange={(department_id) => set({ department_id })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {day('dob', { max: today })}
        <Select
          label={words.fields.gender}
          required
          data={(['M', 'F'] as const).map((value) => ({ value, label: words.genders[value] }))}
          value={values.gender || null}
          error={textOf('gender')}
          placeholder={words.choose}
          allowDeselect={false}
          onChange={(gender) => set({ gender: gender ?? '' })}
        />
        {day('booking_date', { min: today })}
        <TimeInput
          required
          label={words.fields.booking_time}
          description={
            branch?.open_time && branch.close_time
              ? words.openHours(branch.open_time, branch.close_time)
              : undefined
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={values.booking_time}
          error={textOf('booking_time')}
          onChange={(booking_time) => set({ booking_time })}
        />
      </SimpleGrid>
      <Textarea
        label={words.fields.exam_reason}
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
  const { request: words } = useOwnWords()
  return (
    <Select
      label={label}
      required
      searchable
      data={options.map(({ id, name }) => ({ value: id, label: name }))}
      value={value || null}
      error={error}
      placeholder={words.choose}
      nothingFoundMessage={words.nothingFound}
      allowDeselect={false}
      onChange={(id) => onChange(id ?? '')}
    />
  )
}

import { Group, Select, type SelectProps, SimpleGrid } from '@mantine/core'
import { formatClock } from '#domain/time/formats.ts'
import { dayAt, findDay } from '#domain/time/zones.ts'
import { DEFAULT_SLOT_MINUTES, endOfSlot } from '#domain/visit/end-time.ts'
import { minutesOf } from '#domain/visit/open-hours.ts'
import { EndText } from '#src/parts/booking/EndText.tsx'
import { dayFrame } from '#src/parts/calendar/day-frame.ts'
import { useBranches, useTags } from '#src/sync/directory/use-directory.ts'
import { DayInput } from '#src/ui/dates/DayInput.tsx'
import { TimeInput } from '#src/ui/dates/TimeInput.tsx'
import type { ConvertErrors, ConvertValues } from './use-convert.ts'
import type { Offer } from './use-offer.ts'
import { REQUEST_WORDS } from './words.ts'

const { convert: WORDS } = REQUEST_WORDS

export interface ConvertFieldsProps {
  branchId: string
  /** Set only if the request names no branch. */
  onBranch: ((id: string) => void) | undefined
  zone: string
  offer: Offer
  values: ConvertValues
  errors: ConvertErrors
  onChange: (change: Partial<ConvertValues>) => void
}

/**
 * Date and time in the branch's time zone, department, machine (or doctor, in the clinic), service and tag;
 * all are required except the tag.
 */
export function ConvertFields(props: ConvertFieldsProps) {
  const { branchId, onBranch, zone, offer, values, errors, onChange } = props
  const { departmentId, placeId, serviceId, tagId } = values
  return (
    <>
      <When
        zone={zone}
        start={values.start}
        error={errors.start_dt}
        onChange={(start) => onChange({ start })}
      >
        <EndText>
          {WORDS.ends(
            formatClock(
              new Date(endOfSlot(values.start, 1, offer.slotMinutesOf(departmentId) ?? DEFAULT_SLOT_MINUTES)),
              zone,
            ),
          )}
        </EndText>
      </When>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {onBranch && <BranchChoice branchId={branchId} onBranch={onBranch} />}
        <Choice
          label={WORDS.department}
          data={[
            { group: WORDS.radiology, items: itemsOf(offer.radiology) },
            { group: WORDS.clinic, items: itemsOf(offer.clinic) },
          ]}
          value={departmentId}
          error={errors.department_id}
          onChange={(id) => onChange({ departmentId: id, placeId: null, serviceId: null })}
        />
        {offer.needsPlace(departmentId) && (
          <Choice
            label={offer.isClinical(departmentId) ? WORDS.doctor : WORDS.machine}
            data={itemsOf(offer.placesOf(departmentId))}
            value={placeId}
            error={errors.place}
            onChange={(id) => onChange({ placeId: id })}
          />
        )}
        <Choice
          label={WORDS.service}
          data={itemsOf(offer.servicesOf(departmentId))}
          value={serviceId ?? null}
          error={errors.service}
          onChange={(id) => onChange({ serviceId: id })}
        />
        <TagChoice value={tagId} onChange={(id) => onChange({ tagId: id })} />
      </SimpleGrid>
    </>
  )
}

interface WhenProps {
  zone: string
  start: number
  error: string | undefined
  onChange: (start: number) => void
  children: React.ReactNode
}

function When({ zone, start, error, onChange, children }: WhenProps) {
  const day = dayAt(new Date(start), zone)
  const minutes = dayFrame(day, zone).minutesAt(start)
  const startAt = (newDay: string, at: number) => {
    // The field is empty while its text is not a date.
    if (findDay(newDay) && newDay > '1900') onChange(dayFrame(newDay, zone).instantAt(at))
  }
  return (
    <Group align="flex-start" gap="sm">
      <DayInput
        label={WORDS.date}
        required
        zone={zone}
        value={day}
        error={error}
        onChange={(next) => startAt(next, minutes)}
      />
      <TimeInput
        label={WORDS.time}
        required
        zone={zone}
        value={formatClock(new Date(start), zone)}
        onChange={(time) => startAt(day, minutesOf(time) ?? minutes)}
      />
      {children}
    </Group>
  )
}

interface ChoiceProps {
  label: string
  data: NonNullable<SelectProps['data']>
  value: string | null
  error: string | undefined
  onChange: (id: string | null) => void
}

const itemsOf = (rows: readonly { id: string; name: string }[]) =>
  rows.map(({ id, name }) => ({ value: id, label: name }))

function Choice({ label, data, value, error, onChange }: ChoiceProps) {
  return (
    <Select
      label={label}
      required
      searchable
      allowDeselect={false}
      data={data}
      value={value}
      error={error}
      onChange={onChange}
    />
  )
}

function BranchChoice({ branchId, onBranch }: { branchId: string; onBranch: (id: string) => void }) {
  const branches = useBranches()
  return (
    <Select
      label={WORDS.branch}
      required
      allowDeselect={false}
      data={branches.map(({ id, name }) => ({ value: id, label: name }))}
      value={branchId}
      onChange={(id) => id && onBranch(id)}
    />
  )
}

function TagChoice({ value, onChange }: { value: string | null; onChange: (id: string | null) => void }) {
  const tags = useTags().filter(({ type }) => type === 'Normal')
  return (
    <Select
      label={WORDS.tag}
      clearable
      data={tags.map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={onChange}
    />
  )
}

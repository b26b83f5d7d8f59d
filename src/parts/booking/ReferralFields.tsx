import { MultiSelect, Select, SimpleGrid } from '@mantine/core'
import { usePeople } from '#src/sync/desk/use-people.ts'
import { useSession } from '#src/sync/session/session.ts'
import type { Referrer } from './draft/draft.ts'
import { BOOKING_WORDS as WORDS } from './words.ts'

export interface ReferralFieldsProps {
  referrer: Referrer
  onChange: (change: Partial<Referrer>) => void
  errors?: { hospital?: string | undefined; doctor?: string | undefined }
}

const OPTIONS_MAX = 60

/** Who referred the patient; further doctors if the centre records several (main module multi_ref_dr). */
export function ReferralFields({ referrer, onChange, errors = {} }: ReferralFieldsProps) {
  const { people } = usePeople()
  const hasOthers = useSession()?.main_modules.includes('multi_ref_dr') ?? false
  const choices = (type: 'Hospital' | 'Doctor') =>
    people
      .filter((one) => one.is_ref_doctor === 1 && one.status === 1 && one.ref_doctor_type === type)
      .map(({ id, name }) => ({ value: id, label: name }))
  const doctors = choices('Doctor')
  const common = { searchable: true, clearable: true, limit: OPTIONS_MAX, placeholder: WORDS.none }
  return (
    <SimpleGrid cols={{ base: 1, xs: hasOthers ? 3 : 2 }} spacing="sm">
      <Select
        {...common}
        label={WORDS.hospital}
        data={choices('Hospital')}
        value={referrer.hospitalId}
        error={errors.hospital}
        onChange={(hospitalId) => onChange({ hospitalId })}
      />
      <Select
        {...common}
        label={WORDS.refDoctor}
        data={doctors}
        value={referrer.drId}
        error={errors.doctor}
        onChange={(drId) => onChange({ drId })}
      />
      {hasOthers && (
        <MultiSelect
          label={WORDS.otherDoctors}
          data={doctors.filter(({ value }) => value !== referrer.drId)}
          value={[...referrer.otherIds]}
          onChange={(otherIds) => onChange({ otherIds })}
          searchable
          clearable
          limit={OPTIONS_MAX}
          placeholder={referrer.otherIds.length === 0 ? WORDS.none : undefined}
        />
      )}
    </SimpleGrid>
  )
}

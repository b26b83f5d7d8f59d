import { Alert, Button, SegmentedControl, Stack, Table, Text } from '@mantine/core'
import { useState } from 'react'
import type { PatientRow } from '#contract/calls/patient-desk.ts'
import { LANGUAGE_NAMES } from '#domain/language/languages.ts'
import { changedNames, initialValues, type PatientValues } from './patient-values.ts'
import type { PatientFormState } from './use-patient-form.ts'
import { PATIENT_FORM_WORDS as WORDS } from './words.ts'

export interface PatientConflictProps {
  form: PatientFormState
  theirs: PatientRow
}

type Side = 'mine' | 'theirs'

/** Two versions of a patient field by field; only fields changed by both need a choice. */
export function PatientConflict({ form, theirs }: PatientConflictProps) {
  const place = { countryId: form.values.country_id, phoneCode: form.values.phone_code }
  const other = initialValues(theirs, place)
  const mineChanged = new Set(changedNames(form.values, form.base))
  const both = changedNames(form.values, other).filter((name) => mineChanged.has(name))
  const [sides, setSides] = useState<Partial<Record<keyof PatientValues, Side>>>({})
  const goOn = () => {
    const kept = both.filter((name) => (sides[name] ?? 'theirs') === 'mine')
    const own = [...mineChanged].filter((name) => !both.includes(name))
    form.settle({ ...other, ...pick(form.values, [...kept, ...own]) })
  }
  return (
    <Stack gap="sm">
      <Alert color="orange" variant="light" title={WORDS.conflict} role="alert">
        {WORDS.conflictHint}
      </Alert>
      <Table>
        <Table.Tbody>
          {both.map((name) => (
            <Table.Tr key={name}>
              <Table.Th scope="row">{labelOf(name)}</Table.Th>
              <Table.Td>
                <SegmentedControl
                  aria-label={labelOf(name)}
                  value={sides[name] ?? 'theirs'}
                  onChange={(side) => setSides((before) => ({ ...before, [name]: side }))}
                  data={[
                    { value: 'mine', label: <Choice who={WORDS.mine} value={shownOf(form.values, name)} /> },
                    { value: 'theirs', label: <Choice who={WORDS.theirs} value={shownOf(other, name)} /> },
                  ]}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Button onClick={goOn} style={{ alignSelf: 'flex-end' }}>
        {WORDS.back}
      </Button>
    </Stack>
  )
}

function Choice({ who, value }: { who: string; value: string }) {
  return (
    <Text span size="sm">
      {who}: {value === '' ? WORDS.empty : value}
    </Text>
  )
}

function shownOf(values: PatientValues, name: keyof PatientValues): string {
  if (name === 'language') return values.language ? LANGUAGE_NAMES[values.language] : WORDS.ofBranch
  const value = values[name]
  return Array.isArray(value) ? value.join(', ') : String(value)
}

function pick(values: PatientValues, names: readonly (keyof PatientValues)[]): Partial<PatientValues> {
  return Object.fromEntries(names.map((name) => [name, values[name]]))
}

const PART_LABELS: Partial<Record<keyof PatientValues, string>> = {
  dobDay: `${WORDS.fields.dob}: ${WORDS.birth.day}`,
  dobMonth: `${WORDS.fields.dob}: ${WORDS.birth.month}`,
  dobYear: `${WORDS.fields.dob}: ${WORDS.birth.year}`,
  ageYears: WORDS.ageParts.years,
  ageMonths: WORDS.ageParts.months,
  ageDays: WORDS.ageParts.days,
}

const labelOf = (name: keyof PatientValues): string =>
  PART_LABELS[name] ?? WORDS.fields[name as keyof typeof WORDS.fields]

import { Button, SegmentedControl, Switch, TagsInput, Text } from '@mantine/core'
import { useState } from 'react'
import { NATIONALITIES } from '#domain/patient/nationalities.ts'
import { BLOOD_GROUPS } from '#domain/patient/patient-rules.ts'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import {
  AgeField,
  BirthField,
  ChoiceField,
  CountryField,
  LanguageField,
  LmpField,
  MobileField,
  TextField,
} from './fields.tsx'
import { LikelyPanel } from './LikelyPanel.tsx'
import { type FieldProps, memoField } from './memo-field.ts'
import { PatientConflict } from './PatientConflict.tsx'
import classes from './patient-form.module.css'
import { TellFields } from './TellFields.tsx'
import { PATIENT_FORM_WORDS as WORDS } from './words.ts'

export interface PatientFieldsProps extends FieldProps {
  /** Only the fields for a quick booking; a button shows the rest. */
  compact?: boolean
}

/** The fields of a registration, replaced by possible duplicates or a conflicting version if there are any. */
export function PatientFields({ form, compact = false }: PatientFieldsProps) {
  const [isOpened, setWhole] = useState(!compact)
  // A wrong field is never hidden.
  const isWhole = isOpened || Object.keys(form.errors).some((name) => !OF_PERSON.includes(name))
  if (form.likely) return <LikelyPanel choice={form.likely} />
  if (form.theirs) return <PatientConflict form={form} theirs={form.theirs} />
  return (
    <>
      {form.failure !== undefined && <ErrorNote title={form.failure} message={WORDS.kept} />}
      <div className={classes.fields}>
        <Person form={form} />
        {isWhole && <Rest form={form} />}
      </div>
      {compact && (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
          style={{ alignSelf: 'flex-start' }}
        >
          {isWhole ? WORDS.fewer : WORDS.more}
        </Button>
      )}
    </>
  )
}

/** Fields shown in the person part; their errors do not expand the rest. */
const OF_PERSON: readonly string[] = ['fname', 'lname', 'mobile', 'phone_code', 'gender', 'dob', 'ssn']

function Person({ form }: FieldProps) {
  return (
    <>
      <TextField form={form} name="fname" maxLength={60} required />
      <TextField form={form} name="lname" maxLength={60} required />
      <MobileField form={form} />
      <GenderField form={form} />
      <BirthField form={form} />
      <AgeField form={form} />
      {form.showsNumbers && <TextField form={form} name="ssn" maxLength={30} />}
    </>
  )
}

const GENDERS = ['Male', 'Female'] as const

const GenderField = memoField(
  () => ['gender'],
  function GenderField({ form }: FieldProps) {
    const { gender } = form.values
    return (
      <div data-wrong={form.errors.gender !== undefined || undefined}>
        <Text size="sm" fw={500} mb={4} id="patient-gender">
          {WORDS.fields.gender}{' '}
          <Text span c="red.4" aria-hidden>
            *
          </Text>
        </Text>
        <SegmentedControl
          fullWidth
          aria-labelledby="patient-gender"
          data={[...GENDERS]}
          value={gender}
          onChange={(value) => form.set({ gender: value })}
        />
        {form.errors.gender && (
          <Text size="xs" c="red.4" mt={4} role="alert">
            {form.errors.gender}
          </Text>
        )}
      </div>
    )
  },
)

function Rest({ form }: FieldProps) {
  const patIdHint = form.isPatIdNumber ? WORDS.patIdIsNumber : form.isNew ? WORDS.patIdAuto : undefined
  return (
    <>
      {form.showsNumbers && <TextField form={form} name="passport" maxLength={30} />}
      <TextField
        form={form}
        name="pat_id"
        maxLength={64}
        disabled={form.isPatIdNumber}
        description={patIdHint}
      />
      <TextField form={form} name="email" maxLength={254} type="email" />
      <ChoiceField form={form} name="nationality" choices={NATIONALITIES} searchable />
      <LanguageField form={form} />
      <Switch
        label={WORDS.fields.is_vip}
        checked={form.values.is_vip}
        onChange={(event) => form.set({ is_vip: event.currentTarget.checked })}
      />
      <Health form={form} />
      <h3 className={`${classes.section} ${classes.wide}`}>{WORDS.contact}</h3>
      <div className={classes.wide}>
        <TextField form={form} name="address" maxLength={500} />
      </div>
      <CountryField form={form} />
      <TextField form={form} name="state" maxLength={60} />
      <TextField form={form} name="city" maxLength={60} />
      <TextField form={form} name="pincode" maxLength={12} />
      <TellFields form={form} />
    </>
  )
}

function Health({ form }: FieldProps) {
  const { is_allergic, allergies } = form.values
  return (
    <>
      <h3 className={`${classes.section} ${classes.wide}`}>{WORDS.health}</h3>
      <ChoiceField form={form} name="bloodgroup" choices={BLOOD_GROUPS} />
      <TextField form={form} name="height" maxLength={10} />
      <TextField form={form} name="weight" maxLength={10} />
      {form.values.gender !== 'Male' && <LmpField form={form} />}
      <Switch
        label={WORDS.fields.is_allergic}
        checked={is_allergic}
        onChange={(event) => form.set({ is_allergic: event.currentTarget.checked })}
      />
      {is_allergic && (
        <TagsInput
          className={classes.wide}
          label={WORDS.fields.allergies}
          description={WORDS.allergiesHint}
          placeholder={WORDS.allergiesPlaceholder}
          value={allergies}
          maxTags={50}
          acceptValueOnBlur
          onChange={(value) => form.set({ allergies: value.map((one) => one.slice(0, 100)) })}
        />
      )}
    </>
  )
}

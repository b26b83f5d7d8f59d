import { Fieldset, Input, NumberInput, Select, Text, TextInput } from '@mantine/core'
import { useRef } from 'react'
import { findOurLanguage, LANGUAGE_NAMES, LANGUAGES } from '#domain/language/languages.ts'
import { COUNTRIES } from '#domain/masters/countries.ts'
import { digitsOf, phoneDigitsMax } from '#domain/patient/phone-lengths.ts'
import { formatDay } from '#domain/time/formats.ts'
import { DayInput } from '#src/ui/dates/DayInput.tsx'
import { type FieldProps, memoField } from './memo-field.ts'
import classes from './patient-form.module.css'
import { birthFromAge, type PatientValues, phoneCodeOf } from './patient-values.ts'
import { PATIENT_FORM_WORDS as WORDS } from './words.ts'

type TextName = {
  [Name in keyof PatientValues]: PatientValues[Name] extends string ? Name : never
}[keyof PatientValues] &
  keyof typeof WORDS.fields

export interface TextFieldProps extends FieldProps {
  name: TextName
  maxLength: number
  required?: boolean
  disabled?: boolean
  description?: string | undefined
  type?: 'text' | 'email'
}

/** A single-line text field, with its broken rule below. */
export const TextField = memoField(
  ({ name }) => [name],
  function TextField({ form, name, type = 'text', required = false, ...props }: TextFieldProps) {
    return (
      <TextInput
        {...props}
        type={type}
        label={WORDS.fields[name]}
        required={required}
        autoComplete="off"
        value={form.values[name]}
        error={form.errors[name]}
        onChange={(event) => form.set({ [name]: event.currentTarget.value })}
      />
    )
  },
)

/** The first day of the last menstruation. */
export const LmpField = memoField(
  () => ['lmp'],
  function LmpField({ form }: FieldProps) {
    return (
      <DayInput
        label={WORDS.fields.lmp}
        value={form.values.lmp}
        error={form.errors.lmp}
        onChange={(lmp) => form.set({ lmp })}
      />
    )
  },
)

const PHONE_CODES = [...new Set(COUNTRIES.map(({ phone_code }) => phone_code))]
  .toSorted((a, b) => Number(a) - Number(b))
  .map((code) => ({ value: code, label: `+${code}` }))

/** Country code and number: digits only, at most as many as the country allows. */
export const MobileField = memoField(
  () => ['mobile', 'phone_code'],
  function MobileField({ form }: FieldProps) {
    const { mobile, phone_code } = form.values
    const typed = (text: string) => {
      const digits = digitsOf(text)
      form.set({ mobile: digits.slice(0, phoneDigitsMax(phone_code)) })
    }
    return (
      <div className={classes.phone}>
        <Select
          label={WORDS.fields.phone_code}
          data={PHONE_CODES}
          value={phone_code}
          searchable
          allowDeselect={false}
          nothingFoundMessage={WORDS.noChoice}
          onChange={(code) => code !== null && form.set({ phone_code: code })}
        />
        <TextInput
          label={WORDS.fields.mobile}
          required
          type="tel"
          inputMode="numeric"
          autoComplete="off"
          value={mobile}
          error={form.errors.mobile}
          onChange={(event) => typed(event.currentTarget.value)}
        />
      </div>
    )
  },
)

const GROUP = { root: classes.group, legend: classes.groupName }

/** The label of a field group, like the label of any other field. */
function GroupName({ children, isRequired = false }: { children: string; isRequired?: boolean }) {
  return (
    <Input.Label component="span" labelElement="div" required={isRequired}>
      {children}
    </Input.Label>
  )
}

const PARTS = [
  { name: 'dobDay', part: 'day', length: 2 },
  { name: 'dobMonth', part: 'month', length: 2 },
  { name: 'dobYear', part: 'year', length: 4 },
] as const

/** A date of birth in three parts; a complete part moves the focus to the next one. */
export const BirthField = memoField(
  () => PARTS.map(({ name }) => name),
  function BirthField({ form }: FieldProps) {
    const box = useRef<HTMLDivElement>(null)
    const onType = (index: number, text: string) => {
      const part = PARTS[index]
      if (!part) return
      const digits = digitsOf(text).slice(0, part.length)
      form.set({ [part.name]: digits, ageYears: '', ageMonths: '', ageDays: '' })
      if (digits.length === part.length) box.current?.querySelectorAll('input')[index + 1]?.focus()
    }
    return (
      <Fieldset
        variant="unstyled"
        classNames={GROUP}
        legend={<GroupName isRequired>{WORDS.fields.dob}</GroupName>}
      >
        <div ref={box} className={classes.parts}>
          {PARTS.map(({ name, part }, index) => (
            <TextInput
              key={name}
              aria-label={`${WORDS.fields.dob}: ${WORDS.birth[part]}`}
              placeholder={WORDS.birth.hints[part]}
              inputMode="numeric"
              autoComplete="off"
              className="tabular"
              value={form.values[name]}
              error={form.errors.dob !== undefined}
              onChange={(event) => onType(index, event.currentTarget.value)}
            />
          ))}
        </div>
        {form.errors.dob && (
          <Text size="xs" c="red.4" mt={4} role="alert">
            {form.errors.dob}
          </Text>
        )}
      </Fieldset>
    )
  },
)

const AGE = [
  { name: 'ageYears', part: 'years', max: 150 },
  { name: 'ageMonths', part: 'months', max: 11 },
  { name: 'ageDays', part: 'days', max: 31 },
] as const

/** An age instead of a date of birth; disabled once its day is typed (docs/visits.md#patients). */
export const AgeField = memoField(
  () => ['dobDay', ...AGE.map(({ name }) => name)],
  function AgeField({ form }: FieldProps) {
    const isOff = form.values.dobDay !== ''
    const born = isOff ? undefined : birthFromAge(form.values, form.today)
    return (
      <Fieldset
        variant="unstyled"
        classNames={GROUP}
        legend={<GroupName>{WORDS.age}</GroupName>}
        disabled={isOff}
      >
        <div className={classes.ageParts}>
          {AGE.map(({ name, part, max }) => (
            <NumberInput
              key={name}
              aria-label={WORDS.ageParts[part]}
              placeholder={WORDS.ageParts[part]}
              hideControls
              min={0}
              max={max}
              allowNegative={false}
              allowDecimal={false}
              disabled={isOff}
              value={form.values[name] === '' ? '' : Number(form.values[name])}
              onChange={(value) => form.set({ [name]: value === '' ? '' : String(value) })}
            />
          ))}
        </div>
        <Text size="xs" c="dimmed" mt={4}>
          {isOff ? WORDS.ageFromBirth : born ? WORDS.birthFrom(formatDay(born)) : ' '}
        </Text>
      </Fieldset>
    )
  },
)

const COUNTRY_CHOICES = COUNTRIES.map(({ id, name }) => ({ value: String(id), label: name }))

/** The country of the address; if no phone number is typed yet, the phone code follows it. */
export const CountryField = memoField(
  () => ['country_id', 'mobile'],
  function CountryField({ form }: FieldProps) {
    const choose = (value: string | null) => {
      const country_id = Number(value ?? 0)
      const code = phoneCodeOf(country_id)
      form.set({ country_id, ...(form.values.mobile === '' && code !== '' && { phone_code: code }) })
    }
    return (
      <Select
        label={WORDS.fields.country_id}
        data={COUNTRY_CHOICES}
        value={form.values.country_id === 0 ? null : String(form.values.country_id)}
        searchable
        clearable
        placeholder={WORDS.choose}
        nothingFoundMessage={WORDS.noChoice}
        onChange={choose}
      />
    )
  },
)

const LANGUAGE_CHOICES = LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))

/** The language that the patient is addressed in, by its own name. */
export const LanguageField = memoField(
  () => ['language'],
  function LanguageField({ form }: FieldProps) {
    return (
      <Select
        label={WORDS.fields.language}
        data={LANGUAGE_CHOICES}
        value={form.values.language}
        clearable
        placeholder={WORDS.ofBranch}
        onChange={(value) => form.set({ language: findOurLanguage(value) ?? null })}
      />
    )
  },
)

export interface ChoiceFieldProps extends FieldProps {
  name: 'nationality' | 'bloodgroup'
  choices: readonly string[]
  searchable?: boolean
}

/** One option of a list, or none. */
export const ChoiceField = memoField(
  ({ name }) => [name],
  function ChoiceField({ form, name, choices, searchable = false }: ChoiceFieldProps) {
    return (
      <Select
        label={WORDS.fields[name]}
        data={[...choices]}
        value={form.values[name] || null}
        searchable={searchable}
        clearable
        placeholder={WORDS.choose}
        nothingFoundMessage={WORDS.noChoice}
        onChange={(value) => form.set({ [name]: value ?? '' })}
      />
    )
  },
)

import { SimpleGrid, TextInput } from '@mantine/core'
import type { ConsentProblems } from '#domain/consent/answer-rules.ts'
import {
  asksLmp,
  asksLmpDate,
  type ConsentAnswers,
  FASTING_ANSWERS,
  type FastingAnswer,
  LMP_TYPES,
  type LmpType,
} from '#domain/consent/answers.ts'
import { DayInput } from '#src/ui/dates/DayInput.tsx'
import { OneChoice } from './Choices.tsx'
import classes from './consent-form.module.css'
import { useFormWords } from './form-words.ts'

export interface HealthFieldsProps {
  answers: ConsentAnswers
  gender: string
  problems: ConsentProblems
  isDisabled: boolean
  onChange: (part: Partial<ConsentAnswers>) => void
}

/** Fasting, height, weight. */
export function HealthFields({ answers, problems, isDisabled, onChange }: HealthFieldsProps) {
  const words = useFormWords()
  return (
    <section className={classes.section} aria-labelledby="consent-health">
      <h2 id="consent-health">{words.health}</h2>
      <OneChoice
        label={words.fasting}
        options={FASTING_ANSWERS.map((value) => ({ value, label: words.fastingAnswers[value] }))}
        isRow
        isDisabled={isDisabled}
        error={problems.fasting}
        value={answers.fasting}
        onChange={(fasting) => onChange({ fasting: fasting as FastingAnswer })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Figure label={words.height} name="height" {...{ answers, problems, isDisabled, onChange }} />
        <Figure label={words.weight} name="weight" {...{ answers, problems, isDisabled, onChange }} />
      </SimpleGrid>
    </section>
  )
}

interface FigureProps extends Omit<HealthFieldsProps, 'gender'> {
  label: string
  name: 'height' | 'weight'
}

function Figure({ label, name, answers, problems, isDisabled, onChange }: FigureProps) {
  return (
    <TextInput
      label={label}
      size="md"
      inputMode="decimal"
      maxLength={6}
      autoComplete="off"
      value={answers[name]}
      error={problems[name]}
      errorProps={{ role: 'alert' }}
      disabled={isDisabled}
      classNames={{ input: classes.target }}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  )
}

/** Questions for women only (docs/screens.md#the-shell); renders nothing for everybody else. */
export function LmpFields({ answers, gender, problems, isDisabled, onChange }: HealthFieldsProps) {
  const words = useFormWords()
  if (!asksLmp(gender)) return null
  return (
    <section className={classes.section} aria-labelledby="consent-lmp">
      <h2 id="consent-lmp">{words.lmp}</h2>
      <OneChoice
        label={words.lmpType}
        options={LMP_TYPES.map((value) => ({ value, label: words.lmpTypes[value] }))}
        isRow
        isDisabled={isDisabled}
        error={problems.lmp_type}
        value={answers.lmp_type}
        onChange={(type) => onChange({ lmp_type: type as LmpType })}
      />
      {asksLmpDate(answers.lmp_type) && (
        <DayInput
          label={words.lmpDate}
          size="md"
          value={answers.lmp_date ?? ''}
          error={problems.lmp_date}
          errorProps={{ role: 'alert' }}
          disabled={isDisabled}
          classNames={{ input: classes.target }}
          onChange={(day) => onChange({ lmp_date: day || null })}
        />
      )}
    </section>
  )
}

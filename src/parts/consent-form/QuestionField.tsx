import { Text, Textarea } from '@mantine/core'
import type { ConsentQuestion } from '#contract/masters/consent-form.ts'
import { TEXT_ANSWER_MAX } from '#domain/consent/answer-rules.ts'
import type { ConsentLanguage, QuestionAnswer } from '#domain/consent/answers.ts'
import { isRequiredOfPatient } from '#domain/consent/question.ts'
import { directionOf } from '#domain/consent/right-to-left.ts'
import { questionWords, shownOptions } from '#domain/consent/shown-question.ts'
import { ManyChoices, OneChoice } from './Choices.tsx'
import { useFormWords } from './form-words.ts'

export interface QuestionFieldProps {
  question: ConsentQuestion
  language: ConsentLanguage
  value: QuestionAnswer | undefined
  error: string | undefined
  isDisabled: boolean
  onChange: (answer: QuestionAnswer) => void
}

/** One question of the form in the chosen language, with its answer field. */
export function QuestionField({
  question,
  language,
  value,
  error,
  isDisabled,
  onChange,
}: QuestionFieldProps) {
  const words = questionWords(question, language)
  const label = <QuestionLabel words={words} isRequired={isRequiredOfPatient(question)} />
  const common = { label, error, isDisabled, options: shownOptions(question, language) }
  if (question.ans_type === 'Single')
    return <OneChoice {...common} value={typeof value === 'string' ? value : ''} onChange={onChange} />
  if (question.ans_type === 'Multiple')
    return <ManyChoices {...common} value={Array.isArray(value) ? value : []} onChange={onChange} />
  return (
    <Textarea
      label={label}
      aria-label={words}
      size="md"
      rows={3}
      maxLength={TEXT_ANSWER_MAX}
      value={typeof value === 'string' ? value : ''}
      error={error}
      errorProps={{ role: 'alert' }}
      disabled={isDisabled}
      dir="auto"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function QuestionLabel({ words, isRequired }: { words: string; isRequired: boolean }) {
  const { required } = useFormWords()
  return (
    <Text span fw={600} dir={directionOf(words)}>
      {words}
      {isRequired && (
        <Text span c="red.4" role="img" aria-label={required}>
          {' *'}
        </Text>
      )}
    </Text>
  )
}

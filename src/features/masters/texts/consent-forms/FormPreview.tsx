import { Checkbox, Group, Radio, Stack, Text, Textarea, Title } from '@mantine/core'
import type { ConsentQuestion } from '#contract/masters/consent-form.ts'
import { isRequiredOfPatient, optionsOf, shownQuestion } from '#domain/consent/question.ts'
import { directionOf } from '#domain/consent/right-to-left.ts'
import classes from '../texts.module.css'
import { CONSENT_WORDS as WORDS } from '../words.ts'

export interface FormPreviewProps {
  name: string
  nameSlang: string
  questions: readonly ConsentQuestion[]
}

/** A live preview of the form as patients read it, in both languages. */
export function FormPreview({ name, nameSlang, questions }: FormPreviewProps) {
  const hasSecondary = nameSlang.trim() !== '' || questions.some(({ ques_slang: text }) => text.trim() !== '')
  return (
    <aside className={classes.previews} aria-label={WORDS.preview}>
      <PaperForm label={WORDS.inEnglish} name={name} questions={questions.map(inEnglish)} />
      {hasSecondary && (
        <PaperForm
          label={WORDS.inSecondary}
          name={nameSlang.trim() === '' ? name : nameSlang}
          questions={questions.map(inSecondary)}
        />
      )}
    </aside>
  )
}

interface ShownQuestion {
  id: string
  text: string
  isRequired: boolean
  type: ConsentQuestion['ans_type']
  options: readonly string[]
  isUntranslated: boolean
}

const inEnglish = (question: ConsentQuestion): ShownQuestion => ({
  id: question.id,
  text: shownQuestion(question.ques),
  isRequired: isRequiredOfPatient(question),
  type: question.ans_type,
  options: optionsOf(question.ans_options),
  isUntranslated: false,
})

// Shows an untranslated question in English: nobody should sign a blank.
function inSecondary(question: ConsentQuestion): ShownQuestion {
  const english = inEnglish(question)
  const isUntranslated = question.ques_slang.trim() === ''
  const options = optionsOf(question.ans_options_slang)
  return {
    ...english,
    text: isUntranslated ? english.text : shownQuestion(question.ques_slang),
    options: options.length === english.options.length ? options : english.options,
    isUntranslated,
  }
}

interface PaperFormProps {
  label: string
  name: string
  questions: readonly ShownQuestion[]
}

function PaperForm({ label, name, questions }: PaperFormProps) {
  const direction = directionOf(name + questions.map(({ text }) => text).join(' '))
  return (
    <section className={classes.paperForm} aria-label={`${WORDS.preview}: ${label}`}>
      <Text size="xs" c="dimmed" mb={4}>
        {label}
      </Text>
      <div dir={direction}>
        <Title order={3} size="h4" mb="sm">
          {name.trim() === '' ? WORDS.unnamed : name}
        </Title>
        <Stack gap="md">
          {questions.map((question) => (
            <PaperQuestion key={question.id} {...question} />
          ))}
        </Stack>
      </div>
    </section>
  )
}

function PaperQuestion({ text, isRequired, type, options, isUntranslated }: ShownQuestion) {
  const Choice = type === 'Single' ? Radio : Checkbox
  return (
    <div>
      <Text size="sm" fw={600} mb={4} dir={directionOf(text)}>
        {text}
        {isRequired && (
          <Text span c="red.4" role="img" aria-label={WORDS.mustAnswer}>
            {' *'}
          </Text>
        )}
      </Text>
      {isUntranslated && (
        <Text size="xs" c="dimmed" mb={4} dir="ltr">
          {WORDS.untranslated}
        </Text>
      )}
      {type === 'Text' ? (
        <Textarea aria-label={WORDS.yourAnswer} disabled rows={2} />
      ) : (
        <Group gap="md">
          {options.map((option) => (
            <Choice key={option} label={option} disabled checked={false} readOnly />
          ))}
        </Group>
      )}
    </div>
  )
}

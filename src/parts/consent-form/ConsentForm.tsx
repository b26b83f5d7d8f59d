import { Alert, Button, Text, Title, Tooltip } from '@mantine/core'
import { useMemo } from 'react'
import { type ConsentProblems, questionField } from '#domain/consent/answer-rules.ts'
import type { ConsentAnswers, ConsentLanguage } from '#domain/consent/answers.ts'
import { directionOf } from '#domain/consent/right-to-left.ts'
import { formName, questionWords } from '#domain/consent/shown-question.ts'
import { formFPartOf } from '#domain/pndt/form-f.ts'
import type { ConsentDraft, FormToFill } from '#src/sync/kiosk/kiosk-form.ts'
import { DayLanguageProvider } from '#src/ui/dates/day-language.ts'
import { WeekendCountryProvider } from '#src/ui/dates/use-weekend.ts'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import classes from './consent-form.module.css'
import { dayLanguageOf } from './day-language.ts'
import { FormLanguageProvider, useFormWords } from './form-words.ts'
import { HealthFields, LmpFields } from './HealthFields.tsx'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { PatientFacts } from './PatientFacts.tsx'
import { QuestionField } from './QuestionField.tsx'
import { SigningFields } from './SigningFields.tsx'
import { type DraftChanges, useConsentDraft } from './use-consent-draft.ts'
import { useSubmit } from './use-submit.ts'
import { FORM_WORDS, failureWords, languageOf, secondLanguageOf } from './words.ts'

export interface ConsentFormProps {
  detail: FormToFill
  initial: ConsentDraft
  /** It cannot be sent now because the network is missing; the fields stay editable. */
  isOffline?: boolean
  /** The centre changed the form while it was being filled in: it is shown again. */
  isChanged?: boolean
  /** The id of the form's title, for screen readers. */
  titleId?: string
  onChange?: (draft: ConsentDraft) => void
  /** Submits the form; errors are shown, and everything stays as typed. */
  onSubmit: (draft: ConsentDraft) => Promise<void>
}

/**
 * The form that a patient reads, answers and signs: one column, large targets, both languages (docs/screens.md#looks).
 */
export function ConsentForm({
  detail,
  initial,
  isOffline = false,
  isChanged = false,
  onChange,
  onSubmit,
  titleId,
}: ConsentFormProps) {
  const { draft, ...changes } = useConsentDraft(initial, onChange)
  const { box, isBusy, error, problems, submit } = useSubmit(detail, draft, onSubmit)
  const { form, patient } = detail
  // Form F contains only what the Act requires.
  const part = formFPartOf(form.id)
  const { answers } = draft
  const { language } = answers
  const shownIn = languageOf(detail, language)
  const words = FORM_WORDS[shownIn]
  const days = useMemo(() => dayLanguageOf(shownIn, FORM_WORDS[shownIn]), [shownIn])
  const reason = isOffline ? words.offline : undefined
  return (
    <FormLanguageProvider value={shownIn}>
      <DayLanguageProvider value={days}>
        <WeekendCountryProvider value={detail.centre.country_id}>
          <div ref={box} className={classes.whole}>
            <form
              className={classes.sheet}
              dir={directionOfForm(detail, language)}
              lang={shownIn}
              noValidate
              onSubmit={submit}
            >
              {form.has_slang && (
                <LanguageSwitch
                  second={secondLanguageOf(detail)}
                  value={language}
                  onChange={(next) => changes.change({ language: next })}
                />
              )}
              <Title order={1} id={titleId} className={classes.title} dir="auto">
                {formName(form, language)}
              </Title>
              {isChanged && <Alert color="orange">{words.changed}</Alert>}
              <PatientFacts {...detail} />
              {part === undefined && (
                <HealthFields
                  {...{ answers, problems }}
                  gender={patient.gender}
                  isDisabled={isBusy}
                  onChange={changes.change}
                />
              )}
              {(part === undefined || part === 'woman') && (
                <LmpFields
                  {...{ answers, problems }}
                  gender={patient.gender}
                  isDisabled={isBusy}
                  onChange={changes.change}
                />
              )}
              <Questions
                form={form}
                answers={answers}
                problems={problems}
                isDisabled={isBusy}
                onAnswer={changes.answer}
              />
              <SigningFields {...{ draft, problems, ...changes, detail }} isDisabled={isBusy} />
              {error && (
                <div {...(Object.keys(problems).length === 0 && { 'data-refusal': true, tabIndex: -1 })}>
                  <ErrorNote title={words.failed} message={failureWords(error, shownIn)} kept={words.kept} />
                </div>
              )}
              {Object.keys(problems).length > 0 && (
                <Text c="red.4" role="status">
                  {words.toMend(Object.keys(problems).length)}
                </Text>
              )}
              {reason && <Alert color="orange">{reason}</Alert>}
              <SubmitButton reason={reason} isBusy={isBusy} />
            </form>
          </div>
        </WeekendCountryProvider>
      </DayLanguageProvider>
    </FormLanguageProvider>
  )
}

interface QuestionsProps {
  form: FormToFill['form']
  answers: ConsentAnswers
  problems: ConsentProblems
  isDisabled: boolean
  onAnswer: DraftChanges['answer']
}

/** The questions of the form, and how many of them are answered. */
function Questions({ form, answers, problems, isDisabled, onAnswer }: QuestionsProps) {
  const words = useFormWords()
  return (
    <section className={classes.section} aria-labelledby="consent-questions">
      <div className={classes.head}>
        <h2 id="consent-questions">{words.questions}</h2>
        <Text size="sm" c="dimmed" className="tabular">
          {words.progress(countAnswered(answers), form.questions.length)}
        </Text>
      </div>
      {form.questions.length === 0 && <Text c="dimmed">{words.noQuestions}</Text>}
      {form.questions.map((question) => (
        <QuestionField
          key={question.id}
          question={question}
          language={answers.language}
          value={answers.ques_ans[question.id]}
          error={problems[questionField(question.id)]}
          isDisabled={isDisabled}
          onChange={(answer) => onAnswer(question.id, answer)}
        />
      ))}
    </section>
  )
}

/** Submits the form; with a reason, it explains why it cannot be sent now. */
function SubmitButton({ reason, isBusy }: { reason: string | undefined; isBusy: boolean }) {
  const words = useFormWords()
  return (
    <Tooltip label={reason} disabled={reason === undefined}>
      <Button
        type="submit"
        size="lg"
        className={classes.submit}
        fullWidth
        loading={isBusy}
        data-disabled={reason !== undefined || undefined}
        aria-disabled={reason !== undefined}
        aria-description={reason}
        onClick={(event) => reason !== undefined && event.preventDefault()}
      >
        {words.submit}
      </Button>
    </Tooltip>
  )
}

// Decided by the displayed text: a form whose second language runs from the left stays as it is.
const directionOfForm = ({ form }: FormToFill, language: ConsentLanguage) =>
  directionOf(
    [formName(form, language), ...form.questions.map((one) => questionWords(one, language))].join(' '),
  )

const countAnswered = ({ ques_ans }: ConsentAnswers) =>
  Object.values(ques_ans).filter((answer) => answer.length > 0).length

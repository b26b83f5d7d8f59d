import { Alert, Button, SegmentedControl, Text, Title, Tooltip } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { type ConsentProblems, questionField } from '#domain/consent/answer-rules.ts'
import type { ConsentLanguage } from '#domain/consent/answers.ts'
import { directionOf } from '#domain/consent/right-to-left.ts'
import { formName, questionWords } from '#domain/consent/shown-question.ts'
import { ApiError } from '#src/sync/api/errors.ts'
import type { ConsentDraft, FormToFill } from '#src/sync/kiosk/handed-form.ts'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { draftProblems } from './consent-draft.ts'
import classes from './consent-form.module.css'
import { HealthFields, LmpFields } from './HealthFields.tsx'
import { PatientFacts } from './PatientFacts.tsx'
import { QuestionField } from './QuestionField.tsx'
import { SigningFields } from './SigningFields.tsx'
import { useConsentDraft } from './use-consent-draft.ts'
import { FORM_WORDS as WORDS } from './words.ts'

export interface ConsentFormProps {
  detail: FormToFill
  initial: ConsentDraft
  /** Why it cannot be sent now; the fields stay open. */
  reason?: string | undefined
  /** Above the fields: why the form is shown again. */
  notice?: string | undefined
  /** Names the form for readers of the page. */
  titleId?: string
  onChange?: (draft: ConsentDraft) => void
  /** Takes the form; what it throws is shown, and everything stays as it was typed. */
  onSubmit: (draft: ConsentDraft) => Promise<void>
}

/** The form that a patient reads, answers and signs: one column, large targets, both languages (UX.md). */
export function ConsentForm({
  detail,
  initial,
  reason,
  notice,
  onChange,
  onSubmit,
  titleId,
}: ConsentFormProps) {
  const { draft, ...changes } = useConsentDraft(initial, onChange)
  const sheet = useRef<HTMLFormElement>(null)
  const { isBusy, error, problems, submit } = useSubmit(detail, draft, onSubmit, sheet)
  const { form, patient } = detail
  const { answers } = draft
  const { language } = answers
  return (
    <form
      ref={sheet}
      className={classes.sheet}
      dir={directionOfForm(detail, language)}
      noValidate
      onSubmit={submit}
    >
      {form.has_slang && (
        <SegmentedControl
          fullWidth
          size="md"
          aria-label={WORDS.language}
          data={LANGUAGES}
          value={language}
          onChange={(value) => changes.change({ language: value })}
        />
      )}
      <Title order={1} id={titleId} className={classes.title} dir="auto">
        {formName(form, language)}
      </Title>
      {notice && <Alert color="orange">{notice}</Alert>}
      <PatientFacts {...detail} />
      <HealthFields
        {...{ answers, problems }}
        gender={patient.gender}
        isDisabled={isBusy}
        onChange={changes.change}
      />
      <LmpFields
        {...{ answers, problems }}
        gender={patient.gender}
        isDisabled={isBusy}
        onChange={changes.change}
      />
      <section className={classes.section} aria-labelledby="consent-questions">
        <div className={classes.head}>
          <h2 id="consent-questions">{WORDS.questions}</h2>
          <Text size="sm" c="dimmed" className="tabular">
            {WORDS.progress(countAnswered(draft), form.questions.length)}
          </Text>
        </div>
        {form.questions.length === 0 && <Text c="dimmed">{WORDS.noQuestions}</Text>}
        {form.questions.map((question) => (
          <QuestionField
            key={question.id}
            question={question}
            language={language}
            value={answers.ques_ans[question.id]}
            error={problems[questionField(question.id)]}
            isDisabled={isBusy}
            onChange={(answer) => changes.answer(question.id, answer)}
          />
        ))}
      </section>
      <SigningFields {...{ draft, problems, ...changes }} saved={detail.saved} isDisabled={isBusy} />
      {error && <ErrorNote title={WORDS.failed} message={error.message} kept={WORDS.kept} />}
      {Object.keys(problems).length > 0 && (
        <Text c="red.4" role="status">
          {WORDS.toMend(Object.keys(problems).length)}
        </Text>
      )}
      {reason && <Alert color="orange">{reason}</Alert>}
      <Tooltip label={reason} disabled={reason === undefined}>
        <Button
          type="submit"
          size="lg"
          fullWidth
          loading={isBusy}
          data-disabled={reason !== undefined || undefined}
          aria-disabled={reason !== undefined}
          aria-description={reason}
          onClick={(event) => reason !== undefined && event.preventDefault()}
        >
          {WORDS.submit}
        </Button>
      </Tooltip>
    </form>
  )
}

const LANGUAGES = (['en', 'slang'] as const).map((value) => ({ value, label: WORDS.languages[value] }))

// By the words that are read: a form whose second language is written from the left stays as it is.
const directionOfForm = ({ form }: FormToFill, language: ConsentLanguage) =>
  directionOf(
    [formName(form, language), ...form.questions.map((one) => questionWords(one, language))].join(' '),
  )

const countAnswered = ({ answers }: ConsentDraft) =>
  Object.values(answers.ques_ans).filter((answer) => answer.length > 0).length

const NO_PROBLEMS: ConsentProblems = {}

/** Rules are shown once sending was tried, and from then on as they are mended. */
function useSubmit(
  detail: FormToFill,
  draft: ConsentDraft,
  onSubmit: (draft: ConsentDraft) => Promise<void>,
  sheet: React.RefObject<HTMLFormElement | null>,
) {
  const [isBusy, setBusy] = useState(false)
  const [triedAt, setTriedAt] = useState<Date>()
  const [error, setError] = useState<Error>()
  const refused = error instanceof ApiError ? (error.fields ?? NO_PROBLEMS) : NO_PROBLEMS
  const problems = triedAt ? { ...refused, ...draftProblems(draft, detail, triedAt) } : NO_PROBLEMS

  const send = async () => {
    const now = new Date()
    setTriedAt(now)
    setError(undefined)
    if (Object.keys(draftProblems(draft, detail, now)).length > 0) {
      requestAnimationFrame(() => showFirstProblem(sheet.current))
      return
    }
    setBusy(true)
    await onSubmit(draft)
      .catch((problem: unknown) => setError(problem instanceof Error ? problem : new Error(String(problem))))
      .finally(() => setBusy(false))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy) void send()
  }
  return { isBusy, error, problems, submit }
}

const showFirstProblem = (sheet: HTMLFormElement | null) =>
  sheet?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'center', behavior: 'smooth' })

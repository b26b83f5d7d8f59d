import { type ConsentFormRecord, consentForm } from '#contract/masters/consent-form.ts'
import { directionOf } from '#domain/consent/right-to-left.ts'
import { textOf } from '#src/ui/master/fields/field-props.ts'
import { MasterForm, type MasterFormProps } from '#src/ui/master/MasterForm.tsx'
import { MasterList } from '#src/ui/master/MasterList.tsx'
import type { MasterFormState } from '#src/ui/master/use-master-form.ts'
import classes from '../texts.module.css'
import { CONSENT_WORDS as WORDS } from '../words.ts'
import { FormPreview } from './FormPreview.tsx'
import { QuestionsEditor } from './QuestionsEditor.tsx'
import { questionsOf } from './question-list.ts'

const CELLS = {
  questions: {
    header: WORDS.questions,
    width: '120px',
    cell: ({ questions }: ConsentFormRecord) => WORDS.count(questions?.length ?? 0),
  },
  name_slang: {
    cell: ({ name_slang: name }: ConsentFormRecord) => <span dir={directionOf(name ?? '')}>{name}</span>,
  },
}

/** Consent forms and their questions in two languages (docs/masters.md#queue-screens-and-consent-forms). */
export default function ConsentForms() {
  return <MasterList master={consentForm} cells={CELLS} form={ConsentFormForm} />
}

function ConsentFormForm(props: MasterFormProps<typeof consentForm>) {
  return (
    <MasterForm
      {...props}
      size="min(1180px, 100%)"
      initial={NO_QUESTIONS}
      fields={FIELDS}
      extra={questionsPart(props.readOnly === true)}
    />
  )
}

/** Returns the questions next to their preview, below the form's own fields. */
const questionsPart = (disabled: boolean) => (form: MasterFormState) => {
  const questions = questionsOf(form.values.questions)
  return (
    <div className={classes.consent}>
      <QuestionsEditor
        questions={questions}
        isChecked={form.errors.questions !== undefined}
        disabled={disabled}
        onChange={(next) => form.setValue('questions', next)}
      />
      <FormPreview
        name={textOf(form.values.name)}
        nameSlang={textOf(form.values.name_slang)}
        questions={questions}
      />
    </div>
  )
}

const NO_QUESTIONS = { questions: [] }
const FIELDS = { only: ['name', 'name_slang', 'status'] }

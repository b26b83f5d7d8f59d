import { Alert, TextInput } from '@mantine/core'
import type { ConsentProblems } from '#domain/consent/answer-rules.ts'
import { type ConsentSigner, SIGNER_NAME_MAX, signsForOther } from '#domain/consent/answers.ts'
import { signersOf } from '#domain/pndt/form-f-answers.ts'
import type { ConsentDraft, FormToFill } from '#src/sync/kiosk/kiosk-form.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { OneChoice } from './Choices.tsx'
import classes from './consent-form.module.css'
import { useFormDates, useFormWords } from './form-words.ts'
import { SignatureField } from './SignatureField.tsx'
import type { DraftChanges } from './use-consent-draft.ts'

export interface SigningFieldsProps extends DraftChanges {
  draft: ConsentDraft
  detail: Pick<FormToFill, 'saved' | 'form' | 'doctors'>
  problems: ConsentProblems
  isDisabled: boolean
}

/** The signer and the signature; mentions an earlier signature. */
export function SigningFields({ draft, detail, problems, isDisabled, change, sign }: SigningFieldsProps) {
  const { saved, form, doctors = [] } = detail
  const words = useFormWords()
  const dates = useFormDates()
  const { answers, strokes } = draft
  return (
    <section className={classes.section} aria-labelledby="consent-signature">
      <h2 id="consent-signature">{words.signing}</h2>
      {saved && (
        <Alert color="blue">
          {words.signedBefore(dates.dateTime(new Date(saved.signed_on), branchZone()))}
        </Alert>
      )}
      <OneChoice
        label={words.signBy}
        options={signersOf(form.id).map((value) => ({ value, label: words.signers[value] }))}
        isRow
        isDisabled={isDisabled}
        error={problems.sign_by}
        value={answers.sign_by}
        onChange={(signer) => change({ sign_by: signer as ConsentSigner })}
      />
      {answers.sign_by === 'Doctor' && (
        <OneChoice
          label={words.signerName}
          options={doctors.map((name) => ({ value: name, label: name }))}
          isDisabled={isDisabled}
          error={problems.signer_name}
          value={answers.signer_name ?? ''}
          onChange={(name) => change({ signer_name: name })}
        />
      )}
      {signsForOther(answers.sign_by) && answers.sign_by !== 'Doctor' && (
        <TextInput
          label={words.signerName}
          size="md"
          maxLength={SIGNER_NAME_MAX}
          autoComplete="off"
          value={answers.signer_name ?? ''}
          error={problems.signer_name}
          errorProps={{ role: 'alert' }}
          disabled={isDisabled}
          classNames={{ input: classes.target }}
          onChange={(event) => change({ signer_name: event.currentTarget.value })}
        />
      )}
      <SignatureField strokes={strokes} error={problems.strokes} isDisabled={isDisabled} onChange={sign} />
    </section>
  )
}

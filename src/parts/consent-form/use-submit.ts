import { type FormEvent, useState } from 'react'
import type { ConsentProblems } from '#domain/consent/answer-rules.ts'
import { ApiError } from '#src/sync/api/errors.ts'
import type { ConsentDraft, FormToFill } from '#src/sync/kiosk/kiosk-form.ts'
import { useRefusal } from '#src/ui/refusal/use-refusal.ts'
import { draftProblems } from './consent-draft.ts'

const NO_PROBLEMS: ConsentProblems = {}

/**
 * Returns the submit state: shows broken rules from the first attempt on and updates them with each fix;
 * moves the focus to the first wrong field, by a rule of this page or of the server. `box` wraps the fields.
 */
export function useSubmit(
  detail: FormToFill,
  draft: ConsentDraft,
  onSubmit: (draft: ConsentDraft) => Promise<void>,
) {
  const [box, showRefusal] = useRefusal()
  const [isBusy, setBusy] = useState(false)
  const [triedAt, setTriedAt] = useState<Date>()
  const [error, setError] = useState<Error>()
  const refused = error instanceof ApiError ? (error.fields ?? NO_PROBLEMS) : NO_PROBLEMS
  const problems = triedAt ? { ...refused, ...draftProblems(draft, detail, triedAt) } : NO_PROBLEMS

  const send = async () => {
    const now = new Date()
    setTriedAt(now)
    setError(undefined)
    if (Object.keys(draftProblems(draft, detail, now)).length > 0) return showRefusal()
    setBusy(true)
    try {
      await onSubmit(draft)
    } catch (problem) {
      setError(problem instanceof Error ? problem : new Error(String(problem)))
      showRefusal()
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy) void send()
  }
  return { box, isBusy, error, problems, submit }
}

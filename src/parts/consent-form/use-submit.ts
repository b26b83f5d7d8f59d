import { type FormEvent, type RefObject, useState } from 'react'
import type { ConsentProblems } from '#domain/consent/answer-rules.ts'
import { ApiError } from '#src/sync/api/errors.ts'
import type { ConsentDraft, FormToFill } from '#src/sync/kiosk/handed-form.ts'
import { draftProblems } from './consent-draft.ts'

const NO_PROBLEMS: ConsentProblems = {}

/** Rules are shown once sending was tried, and from then on as they are mended. */
export function useSubmit(
  detail: FormToFill,
  draft: ConsentDraft,
  onSubmit: (draft: ConsentDraft) => Promise<void>,
  sheet: RefObject<HTMLFormElement | null>,
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

/** The first field with a rule comes into view, and the keyboard goes on from there. */
function showFirstProblem(sheet: HTMLFormElement | null): void {
  const said = sheet?.querySelector('[role="alert"]')
  said?.scrollIntoView({ block: 'center', behavior: 'smooth' })
  said
    ?.closest('.mantine-InputWrapper-root')
    ?.querySelector<HTMLElement>('input:not([type="hidden"]), textarea')
    ?.focus({ preventScroll: true })
}

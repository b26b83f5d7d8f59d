import { useState } from 'react'
import { ApiError } from '#src/sync/api/errors.ts'
import { notifyDone } from '#src/ui/notify.ts'
import { PROFILE_WORDS as WORDS } from './words.ts'

/** A form whose save the server decides: what was typed stays, each rule stands at its field. */
export interface SavedForm<Values> {
  values: Values
  /** Rules that the server or the form found broken, as sentences. */
  errors: Partial<Record<keyof Values, string | undefined>>
  failure: string | undefined
  isDirty: boolean
  isSaving: boolean
  set: <Name extends keyof Values>(name: Name, value: Values[Name]) => void
  save: () => Promise<void>
}

export interface SavedFormOptions<Values> {
  initial: Values
  labels: Readonly<Record<keyof Values & string, string>>
  required: readonly (keyof Values & string)[]
  /** Sends it; returns the server's words. */
  send: (values: Values) => Promise<string>
}

/** The values of a form of the own data, their rules, and the way to the server and back. */
export function useSavedForm<Values extends Record<string, string | null>>({
  initial,
  labels,
  required,
  send,
}: SavedFormOptions<Values>): SavedForm<Values> {
  const [base, setBase] = useState(initial)
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<Partial<Record<keyof Values, string | undefined>>>({})
  const [failure, setFailure] = useState<string>()
  const [isSaving, setSaving] = useState(false)

  const save = async () => {
    const blank = required.filter((name) => (values[name] ?? '').trim() === '')
    setErrors(Object.fromEntries(blank.map((name) => [name, WORDS.required(labels[name])])) as typeof errors)
    setFailure(undefined)
    if (blank.length > 0 || isSaving) return
    setSaving(true)
    try {
      notifyDone(await send(values))
      setBase(values)
    } catch (problem) {
      const rules = problem instanceof ApiError ? (problem.fields ?? {}) : {}
      setErrors(sentences(rules, labels) as typeof errors)
      setFailure(problem instanceof Error ? problem.message : String(problem))
    } finally {
      setSaving(false)
    }
  }
  return {
    values,
    errors,
    failure,
    isDirty: Object.keys(values).some((name) => values[name] !== base[name]),
    isSaving,
    set: (name, value) => {
      setValues((before) => ({ ...before, [name]: value }))
      setErrors((before) => ({ ...before, [name]: undefined }))
    },
    save,
  }
}

const sentences = (rules: Readonly<Record<string, string>>, labels: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => [name, WORDS.rule(labels[name] ?? name, rule)]),
  )

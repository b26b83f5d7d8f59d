import { useState } from 'react'
import { ApiError } from '#src/sync/api/errors.ts'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { PROFILE_WORDS as WORDS } from './words.ts'

/** A form that the server validates: typed values are kept, and each error is shown at its field. */
export interface SavedForm<Values> {
  values: Values
  /** The broken rules, found by the server or the form, as sentences. */
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
  /** Sends the values; returns the server's message. */
  send: (values: Values) => Promise<string>
}

/** Returns the state of a form of the person's own data: values, errors and saving. */
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

import { useState } from 'react'
import { v7 as mintId } from 'uuid'
import { ownBookingCalls } from '#contract/calls/bookings.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { ApiError } from '#src/sync/api/errors.ts'
import { type RefusalParts, useRefusal } from '#src/ui/refusal/use-refusal.ts'
import {
  blankValues,
  type Choices,
  type FieldProblem,
  inputOf,
  type RequestValues,
  type SentDocument,
  wrongFields,
} from './request-values.ts'

/** The state of the request form. */
export interface RequestForm {
  values: RequestValues
  errors: Readonly<Record<string, FieldProblem>>
  set: (change: Partial<RequestValues>) => void
  document: SentDocument | undefined
  setDocument: (document: SentDocument | undefined) => void
  isSending: boolean
  failure: Error | undefined
  /** Whether the last request was accepted. */
  isDone: boolean
  submit: () => Promise<void>
}

/** The element around the form, and the form state: on a refusal, the focus moves to the field or to the button. */
export type RequestFormParts = readonly [box: RefusalParts[0], form: RequestForm]

/**
 * Returns the state of a request for an appointment, which is sent once and then cleared
 * (docs/people.md#own-bookings).
 */
export function useRequestForm(choices: Choices, onSent: () => void): RequestFormParts {
  const [values, setValues] = useState(() => blankValues(choices))
  const [id, setId] = useState(() => mintId())
  const [document, setDocument] = useState<SentDocument>()
  const [errors, setErrors] = useState<Readonly<Record<string, FieldProblem>>>({})
  const [failure, setFailure] = useState<Error>()
  const [isDone, setDone] = useState(false)
  const [isSending, setSending] = useState(false)
  const [box, showRefusal] = useRefusal()

  const set = (change: Partial<RequestValues>) => {
    setValues((before) => ({ ...before, ...change }))
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in change))))
    setDone(false)
  }
  const reset = () => {
    setValues(blankValues(choices))
    setDocument(undefined)
    setId(mintId())
  }
  const refuse = (problem: unknown) => {
    if (problem instanceof ApiError && problem.fields) {
      const said = Object.entries(problem.fields).map(([name, words]) => [name, { said: words }] as const)
      setErrors(Object.fromEntries(said))
      // A rejected document must be chosen again (docs/money.md#schemes).
      if ('doc_file_id' in problem.fields) setDocument(undefined)
    }
    setFailure(problem instanceof Error ? problem : new Error(String(problem)))
  }
  const submit = async () => {
    const wrong = wrongFields(values, choices)
    setErrors(wrong)
    setFailure(undefined)
    setDone(false)
    if (Object.keys(wrong).length > 0) return showRefusal()
    if (isSending) return
    setSending(true)
    try {
      await callApi(ownBookingCalls.save, inputOf(values, id, document, choices))
      reset()
      setDone(true)
      onSent()
    } catch (problem) {
      refuse(problem)
      showRefusal()
    } finally {
      setSending(false)
    }
  }
  return [box, { values, errors, set, document, setDocument, isSending, failure, isDone, submit }]
}

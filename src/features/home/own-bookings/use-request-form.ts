import { useState } from 'react'
import { v7 as mintId } from 'uuid'
import { ownBookingCalls } from '#contract/calls/bookings.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { ApiError } from '#src/sync/api/errors.ts'
import { type RefusalParts, useRefusal } from '#src/ui/refusal/use-refusal.ts'
import {
  blankValues,
  type Choices,
  inputOf,
  type RequestValues,
  type SentDocument,
  wrongFields,
} from './request-values.ts'

/** The state of the request form. */
export interface RequestForm {
  values: RequestValues
  errors: Readonly<Record<string, string>>
  set: (change: Partial<RequestValues>) => void
  document: SentDocument | undefined
  setDocument: (document: SentDocument | undefined) => void
  isSending: boolean
  failure: string | undefined
  /** The server's words after a request was taken. */
  done: string | undefined
  submit: () => Promise<void>
}

/** What stands around the form, and the form: a refusal has the focus in its field, or at the button. */
export type RequestFormParts = readonly [box: RefusalParts[0], form: RequestForm]

/** A request for an appointment: sent once, and blank again after that (docs/people.md#own-bookings). */
export function useRequestForm(choices: Choices, onSent: () => void): RequestFormParts {
  const [values, setValues] = useState(() => blankValues(choices))
  const [id, setId] = useState(() => mintId())
  const [document, setDocument] = useState<SentDocument>()
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [failure, setFailure] = useState<string>()
  const [done, setDone] = useState<string>()
  const [isSending, setSending] = useState(false)
  const [box, showRefusal] = useRefusal()

  const set = (change: Partial<RequestValues>) => {
    setValues((before) => ({ ...before, ...change }))
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in change))))
    setDone(undefined)
  }
  const reset = () => {
    setValues(blankValues(choices))
    setDocument(undefined)
    setId(mintId())
  }
  const refuse = (problem: unknown) => {
    if (problem instanceof ApiError && problem.fields) {
      setErrors(problem.fields)
      // A document that was not taken is chosen again (docs/money.md#schemes).
      if ('doc_file_id' in problem.fields) setDocument(undefined)
    }
    setFailure(problem instanceof Error ? problem.message : String(problem))
  }
  const submit = async () => {
    const wrong = wrongFields(values, choices)
    setErrors(wrong)
    setFailure(undefined)
    setDone(undefined)
    if (Object.keys(wrong).length > 0) return showRefusal()
    if (isSending) return
    setSending(true)
    try {
      const { message } = await callApi(ownBookingCalls.save, inputOf(values, id, document, choices))
      reset()
      setDone(message)
      onSent()
    } catch (problem) {
      refuse(problem)
      showRefusal()
    } finally {
      setSending(false)
    }
  }
  return [box, { values, errors, set, document, setDocument, isSending, failure, done, submit }]
}

import { useEffect, useRef, useState } from 'react'
import { v7 as mintId } from 'uuid'
import type { AnyMaster } from '#contract/masters/engine/define-master.ts'
import { brokenMoney } from '#contract/masters/engine/money-rules.ts'
import { ApiError } from '#src/sync/api/errors.ts'
import type { InputOf, RecordOf } from '#src/sync/masters/master-of.ts'
import { type SavedMaster, saveMaster } from '#src/sync/masters/save-master.ts'
import { useSession } from '#src/sync/session/session.ts'
import { setEditorDirty } from '../unsaved/dirty-editors.ts'
import { brokenRules, initialValues, inputOf, isSame, sentences, type Values } from './form-values.ts'
import { saveAsked } from './save-asked.ts'

/** The part of the form that its own content (`extra`) reads and changes. */
export interface MasterFormState {
  /** The record's id; for a new one, the id that it will have. */
  id: unknown
  values: Values
  /** The rule that each field breaks, as a sentence. */
  errors: Readonly<Record<string, string>>
  setValue: (name: string, value: unknown) => void
  isNew: boolean
  isDirty: boolean
}

export interface MasterFormEngine<M extends AnyMaster> extends MasterFormState {
  isSaving: boolean
  /** The server's refusal message, if no field shows it. */
  failure: string | undefined
  /** The record as somebody else saved it meanwhile; the form waits for a choice. */
  theirs: RecordOf<M> | undefined
  /** The record's values before any change. */
  base: Values
  /** Saves and returns the saved record, or undefined if something prevents it. */
  submit: () => Promise<SavedMaster<M> | undefined>
  /** Applies the values chosen from both versions and saves them on the newer revision. */
  settle: (chosen: Values) => Promise<SavedMaster<M> | undefined>
}

export interface MasterFormOptions<M extends AnyMaster> {
  master: M
  record?: RecordOf<M> | undefined
  /** Values given by the list, such as the tab's type. */
  fixed?: Values | undefined
  /** The client that the platform's administrator acts in. */
  clientId?: string | undefined
  tidy?: ((input: Values) => Values) | undefined
}

const NONE: Values = {}
const asItIs = (input: Values) => input

/** The values of a form, their rules, and saving to the server. */
export function useMasterForm<M extends AnyMaster>({
  master,
  record,
  fixed = NONE,
  clientId,
  tidy = asItIs,
}: MasterFormOptions<M>): MasterFormEngine<M> {
  const [base, setBase] = useState(() => ({
    record: record as Values | undefined,
    values: initialValues(master, record as Values | undefined, fixed),
  }))
  const [id] = useState<unknown>(() => base.record?.id ?? mintId())
  const [values, setValues] = useState(base.values)
  const latest = useRef(values)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [failure, setFailure] = useState<string>()
  const [theirs, setTheirs] = useState<RecordOf<M>>()
  const [isSaving, setSaving] = useState(false)
  const session = useSession()
  // Another client's currency has its own decimals, which the server knows.
  const decimals = clientId === undefined ? session?.no_of_decimal : undefined
  const isDirty = Object.keys(values).some((name) => !isSame(values[name], base.values[name]))
  useDirtyMark(`master:${master.key}:${String(id)}`, isDirty)

  const setAll = (next: Values) => {
    latest.current = next
    setValues(next)
  }
  const setValue = (name: string, value: unknown) => {
    setAll({ ...latest.current, [name]: value })
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => field !== name)))
  }
  const refuse = (problem: unknown) => {
    if (problem instanceof ApiError && problem.code === 'conflict' && problem.body.current)
      return setTheirs(problem.body.current as RecordOf<M>)
    const rules = problem instanceof ApiError ? (problem.fields ?? {}) : {}
    setErrors(sentences(master, rules))
    setFailure(problem instanceof Error ? problem.message : String(problem))
  }
  const send = async (record: Values | undefined): Promise<SavedMaster<M> | undefined> => {
    const input = tidy(inputOf(master, latest.current, id))
    const changed = Object.keys(values).filter((name) => !isSame(latest.current[name], base.values[name]))
    const money = decimals === undefined ? {} : brokenMoney(master.fields, input, changed, decimals)
    const rules = { ...money, ...brokenRules(master, input) }
    setErrors(sentences(master, rules))
    setFailure(undefined)
    if (Object.keys(rules).length > 0 || isSaving) return undefined
    setSaving(true)
    try {
      const saved = await saveAsked(input, (asked) =>
        saveMaster(master, asked as InputOf<M>, { rev: record?.rev as number | undefined, clientId }),
      )
      if (!saved) return undefined
      setBase({ record: saved.record, values: latest.current })
      return saved
    } catch (problem) {
      refuse(problem)
      return undefined
    } finally {
      setSaving(false)
    }
  }
  const settle = (chosen: Values) => {
    const record = theirs as Values
    setBase({ record, values: initialValues(master, record, fixed) })
    setAll({ ...latest.current, ...chosen })
    setTheirs(undefined)
    return send(record)
  }
  return {
    id,
    values,
    errors,
    setValue,
    isNew: base.record === undefined,
    isDirty,
    isSaving,
    failure,
    theirs,
    base: base.values,
    submit: () => send(base.record),
    settle,
  }
}

/** An app update waits while a form has unsaved changes. */
function useDirtyMark(key: string, isDirty: boolean): void {
  useEffect(() => {
    setEditorDirty(key, isDirty)
    return () => setEditorDirty(key, false)
  }, [key, isDirty])
}

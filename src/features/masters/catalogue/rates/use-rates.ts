import { useEffect, useRef, useState } from 'react'
import { COMMISSION_ROWS_MAX } from '#contract/calls/commissions.ts'
import { ApiError } from '#src/sync/api/errors.ts'
import { COMMISSION_WORDS as WORDS } from '../words.ts'

/** A stored rate, identified by its branch and the other record. */
export interface StoredRate {
  rev: number
}

export interface RatesOptions<Rate extends StoredRate, Draft> {
  /** Identifies the rates' owner; another owner needs another editor. */
  question: string
  keyOf: (rate: Rate) => string
  draftOf: (rate: Rate | undefined) => Draft
  load: (signal: AbortSignal) => Promise<readonly Rate[]>
  /** Saves changed rows and returns all current rates. */
  save: (rows: readonly { key: string; draft: Draft; rev: number | undefined }[]) => Promise<readonly Rate[]>
}

export interface Rates<Draft> {
  isLoading: boolean
  /** The current problem as text. */
  failure: string | undefined
  draftOf: (key: string) => Draft
  isChanged: (key: string) => boolean
  changed: readonly string[]
  change: (key: string, draft: Draft) => void
  isSaving: boolean
  save: () => Promise<boolean>
}

/** The rates of one referrer during editing: sends only changed rows, each with the revision that was shown. */
export function useRates<Rate extends StoredRate, Draft>(options: RatesOptions<Rate, Draft>): Rates<Draft> {
  const { question, keyOf, draftOf } = options
  const [stored, setStored] = useState<{ question: string; rates: ReadonlyMap<string, Rate> }>()
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Draft>>(new Map())
  const [failure, setFailure] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const take = (rates: readonly Rate[]) =>
    setStored({ question, rates: new Map(rates.map((rate) => [keyOf(rate), rate])) })

  useEffect(() => {
    const left = new AbortController()
    latest.current.load(left.signal).then(
      (rates) =>
        setStored({ question, rates: new Map(rates.map((rate) => [latest.current.keyOf(rate), rate])) }),
      // Falls back to the spec's own word if the server gives none.
      (problem: Error) => left.signal.aborted || setFailure(problem.message || WORDS.error),
    )
    return () => left.abort()
  }, [question])

  const rates = stored?.question === question ? stored.rates : undefined
  const isChanged = (key: string) => {
    const draft = drafts.get(key)
    return draft !== undefined && JSON.stringify(draft) !== JSON.stringify(draftOf(rates?.get(key)))
  }
  const changed = [...drafts.keys()].filter(isChanged)

  const save = async (): Promise<boolean> => {
    setSaving(true)
    setFailure(undefined)
    try {
      let rest = changed
      while (rest.length > 0) {
        const part = rest.slice(0, COMMISSION_ROWS_MAX)
        const rows = part.map((key) => ({ key, draft: drafts.get(key) as Draft, rev: rates?.get(key)?.rev }))
        take(await options.save(rows))
        rest = rest.slice(part.length)
      }
      setDrafts(new Map())
      return true
    } catch (problem) {
      const isConflict = problem instanceof ApiError && problem.code === 'conflict'
      if (isConflict && Array.isArray(problem.body.current)) take(problem.body.current as Rate[])
      setFailure(isConflict ? WORDS.conflict : (problem as Error).message || WORDS.error)
      return false
    } finally {
      setSaving(false)
    }
  }
  return {
    isLoading: rates === undefined && failure === undefined,
    failure,
    draftOf: (key) => drafts.get(key) ?? draftOf(rates?.get(key)),
    isChanged,
    changed,
    change: (key, draft) => setDrafts((before) => new Map(before).set(key, draft)),
    isSaving,
    save,
  }
}

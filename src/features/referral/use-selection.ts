import { useState } from 'react'
import type { CommissionRow } from '#contract/calls/referral-commissions.ts'

type Key = Pick<CommissionRow, 'id' | 'ref_doctor_type'>

/** The selected rows; only pending ones. */
export interface Selection {
  keys: readonly Key[]
  has: (rowId: string) => boolean
  toggle: (row: CommissionRow) => void
  clear: () => void
}

const idOf = ({ id, ref_doctor_type }: Key) => `${id} ${ref_doctor_type}`

/** Keeps the selected rows while the list shows `question`; another question starts with an empty selection. */
export function useSelection(question: string): Selection {
  const [state, setState] = useState<{ question: string; keys: readonly Key[] }>({ question, keys: [] })
  const keys = state.question === question ? state.keys : []
  return {
    keys,
    has: (rowId) => keys.some((key) => idOf(key) === rowId),
    toggle: ({ id, ref_doctor_type }) => {
      const key = { id, ref_doctor_type }
      const others = keys.filter((one) => idOf(one) !== idOf(key))
      setState({ question, keys: others.length < keys.length ? others : [...keys, key] })
    },
    clear: () => setState({ question, keys: [] }),
  }
}

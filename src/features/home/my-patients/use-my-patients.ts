import type * as z from 'zod/mini'
import { MY_PATIENTS_PAGE_SIZE, patientCalls, type ReferredStudy } from '#contract/calls/patients.ts'
import type { Page } from '#contract/kernel/paging.ts'
import type { DayRange } from '#domain/time/quick-ranges.ts'
import { useKeptCall } from '#src/sync/api/use-kept-call.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { MY_PATIENTS_WORDS as WORDS } from './words.ts'

export interface MyPatientsPage {
  /** Undefined until the first response. */
  rows: readonly ReferredStudy[] | undefined
  page: z.output<typeof Page> | undefined
  /** The time of the device's copy, if the server is unreachable and the copy is shown. */
  keptAt: Date | undefined
  error: Error | undefined
  refresh: () => void
}

/**
 * Returns the referrer's examinations of some days from the server; offline, returns the last response that
 * this device received.
 */
export function useMyPatients(range: DayRange, page: number): MyPatientsPage {
  const { online } = useLink()
  const input = {
    p: page,
    ps: MY_PATIENTS_PAGE_SIZE,
    ...(range.from && { from_date: range.from }),
    ...(range.to && { to_date: range.to }),
  }
  const { answer, at, error, refresh } = useKeptCall(patientCalls.myPatients, input, {
    isWanted: online,
    news: '',
    keptAs: ['referrer/myPatients', range.from ?? '', range.to ?? '', String(page)].join(' '),
  })
  const isMissing = !online && answer === undefined
  return {
    rows: answer?.result.data,
    page: answer?.result.page,
    keptAt: online ? undefined : at,
    error: isMissing ? new Error(WORDS.notKept) : online ? error : undefined,
    refresh,
  }
}

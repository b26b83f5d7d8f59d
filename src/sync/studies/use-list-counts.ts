import { useEffect, useState } from 'react'
import { type StudyListInput, studyCalls } from '#contract/calls/studies.ts'
import { STUDY_LIST_REFRESH_MS } from '#domain/time/intervals.ts'
import { callApi } from '../api/call-api.ts'
import { browserPage } from '../link/page.ts'
import { pollEvery } from '../link/poll-every.ts'

/** The query of a list without its page. */
export type CountedList = Omit<StudyListInput, 'p' | 'ps'>

/**
 * Returns how many studies the server's lists have, by the given names: queried while `isWanted`, again whenever `news`
 * changes and every 2 minutes. The last answer stays until the next one; undefined before the first.
 */
export function useListCounts<Name extends string>(
  lists: Partial<Record<Name, CountedList>>,
  { isWanted, news }: { isWanted: boolean; news: string },
): Partial<Record<Name, number>> | undefined {
  const key = JSON.stringify(lists)
  const [known, setKnown] = useState<{ key: string; counts: Partial<Record<Name, number>> }>()
  const [tick, setTick] = useState(0)
  useEffect(() => {
    if (!isWanted) return undefined
    const ticks = pollEvery(STUDY_LIST_REFRESH_MS, true, browserPage()).subscribe(() => setTick((n) => n + 1))
    return () => ticks.unsubscribe()
  }, [isWanted])
  useEffect(() => {
    if (!isWanted) return undefined
    const asked = new AbortController()
    const questions = Object.entries(JSON.parse(key) as Record<Name, CountedList>) as [Name, CountedList][]
    Promise.all(
      questions.map(async ([name, list]) => [name, await countOf(list, asked.signal)] as const),
    ).then(
      (counts) => setKnown({ key, counts: Object.fromEntries(counts) as Partial<Record<Name, number>> }),
      // Until then, this device's own counts are shown.
      () => undefined,
    )
    return () => asked.abort()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- news and ticks ask anew without being part of the question
  }, [key, isWanted, news, tick])
  return isWanted && known?.key === key ? known.counts : undefined
}

async function countOf(list: CountedList, signal: AbortSignal): Promise<number> {
  const { result } = await callApi(studyCalls.getList, { ...list, p: 1, ps: 1 }, { signal })
  return result.page.total_records
}

import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useClinicalWriter } from '#src/parts/visit-panel/clinical/use-clinical-writer.ts'
import type { ClinicalText } from '#src/sync/clinical/clinical-text.ts'

const seams = vi.hoisted(() => ({
  found: undefined as ClinicalText | undefined,
  kept: [] as ClinicalText[],
  unreadable: undefined as Error | undefined,
}))
vi.mock('#src/sync/clinical/clinical-texts.ts', () => ({
  findClinicalText: async () => {
    if (seams.unreadable) throw seams.unreadable
    return seams.found
  },
  keepClinicalText: async (text: ClinicalText) => void seams.kept.push(text),
  leaveClinicalText: () => undefined,
  saveClinicalText: async () => undefined,
}))

const place = { id: 'note', appt_id: 'visit', kind: 'MED_HISTORY', isRead: true } as const
const STORED = { rev: 6, content: '<p>theirs</p>', isWaiting: false }

/**
 * Returns the base revision of the next words, if this device holds `found` and shows revision 6 of the
 * server.
 */
async function baseOfNextWords(found: ClinicalText | undefined): Promise<number | undefined> {
  seams.found = found
  seams.kept.length = 0
  const { result, unmount } = renderHook(() =>
    useClinicalWriter({ ...place, stored: STORED }, () => undefined),
  )
  await act(async () => undefined)
  await act(async () => result.current.write('<p>typed</p>'))
  unmount()
  return seams.kept.at(-1)?.base_rev
}

test('an unsaved text that is reopened stays based on the revision that its doctor saw', async () => {
  const mine = { ...place, content: '<p>mine</p>', base_rev: 5, updated: 1 }
  expect(await baseOfNextWords(mine)).toBe(5)
  expect(await baseOfNextWords({ ...mine, base_rev: undefined })).toBeUndefined()
})

test('without an unsaved text the next words are based on the displayed text', async () =>
  expect(await baseOfNextWords(undefined)).toBe(6))

test('an unreadable stored text is not replaced by the server’s, and is continued once it is readable', async () => {
  seams.found = { ...place, content: '<p>mine</p>', base_rev: 5, updated: 1 }
  seams.unreadable = new Error('The disk did not answer.')
  const { result, unmount } = renderHook(() =>
    useClinicalWriter({ ...place, stored: STORED }, () => undefined),
  )
  await act(async () => undefined)
  expect(result.current.text).toBeUndefined()
  expect(result.current.unread?.problem.message).toBe('The disk did not answer.')
  seams.unreadable = undefined
  await act(async () => result.current.unread?.retry())
  expect(result.current.unread).toBeUndefined()
  expect(result.current.text?.content).toBe('<p>mine</p>')
  unmount()
})

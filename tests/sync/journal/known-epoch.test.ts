import { expect, test } from 'vitest'
import { basedOn, findEpoch } from '#src/sync/journal/known-epoch.ts'
import { openBare } from '../support/test-page.ts'

const RECORD = { record: 'report:1:2' }

test('a revision is based on the history and the record', () => {
  expect(basedOn({ rev: 4 }, RECORD, 'first')).toEqual({ rev: 4, epoch: 'first', of: '1:2' })
})

test('a base that names its history, follows a command or is missing stays as it is', () => {
  for (const base of [{ rev: 4, epoch: 'own', of: '9' }, { follows: 'command 1' }, undefined])
    expect(basedOn(base, RECORD, 'first')).toBe(base)
  expect(basedOn({ rev: 4 }, RECORD, undefined)).toEqual({ rev: 4 })
})

test('the history is unknown before the first pull', async () => {
  const { work } = await openBare()
  expect(await findEpoch(work)).toBeUndefined()
  await work.meta.put({ id: 'epoch', value: 0, text: 'first' })
  expect(await findEpoch(work)).toBe('first')
})

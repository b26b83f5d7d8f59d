import { expect, test } from 'vitest'
import type { Databases } from '#src/db/open-databases.ts'
import { addendumRowId, isAddendumDraft, keepAddendumIn } from '#src/sync/reports/addendum-draft.ts'
import { anAuthor, openBare } from '../support/test-page.ts'

const PLACE = { id: 'r1', study_id: 's1', report_no: 2, report_name: 'CT' }

const keep = (databases: Databases, content: string, updated: number, isTyped?: boolean) =>
  keepAddendumIn({ databases, author: anAuthor('u') }, { place: PLACE, content, updated }, isTyped)
const kept = async ({ drafts }: Databases) => {
  const row = await drafts.find(addendumRowId('r1'))
  return row && [row.body.report_data, row.updated]
}

test('the text of an addendum is stored under its report, separate from the report’s own text', async () => {
  const databases = await openBare()
  await keep(databases, '<p>later</p>', 100)
  expect(await databases.drafts.find('addendum:r1')).toEqual({
    id: 'addendum:r1',
    rev: 0,
    study: 's1',
    updated: 100,
    command: undefined,
    baseRev: undefined,
    isSaved: true,
    writer: 'page',
    body: {
      report_no: 2,
      report_name: 'CT',
      report_data: '<p>later</p>',
      conclusion: '',
      recommendation: '',
    },
  })
  expect([isAddendumDraft({ id: 'addendum:r1' }), isAddendumDraft({ id: 'r1' })]).toEqual([true, false])
})

test('an older text is skipped unless it is being typed; then it counts as the newest, whatever the clock says', async () => {
  const databases = await openBare()
  await keep(databases, 'first', 100)
  await keep(databases, 'older', 99)
  expect(await kept(databases)).toEqual(['first', 100])
  await keep(databases, 'same time', 100)
  expect(await kept(databases)).toEqual(['same time', 100])
  await keep(databases, 'typed', 50, true)
  expect(await kept(databases)).toEqual(['typed', 101])
  await keep(databases, 'typed later', 200, true)
  expect(await kept(databases)).toEqual(['typed later', 200])
})

test('an empty text deletes the kept one, unless it is older', async () => {
  const databases = await openBare()
  await keep(databases, 'first', 100)
  await keep(databases, '', 99)
  expect(await kept(databases)).toEqual(['first', 100])
  await keep(databases, '', 101)
  expect(await kept(databases)).toBeUndefined()
})

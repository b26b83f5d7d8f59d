import { expect, test } from 'vitest'
import { deleteWithStudies, tablesWithStudies, visitNotesId } from '#src/db/study-parts.ts'
import { openBare } from '#tests/sync/support/test-page.ts'

test('the visit’s data about a study follows the study, and other responses stay', async () => {
  const { answers, cache } = await openBare()
  for (const id of [visitNotesId('gone'), visitNotesId('kept'), 'drawer of today'])
    await cache.answers.put(await answers.seal({ id, rev: 0, body: { answer: 'words', at: 1 } }))
  await cache.transaction('rw', tablesWithStudies(cache), () => deleteWithStudies(cache, ['gone']))
  expect(await cache.answers.toCollection().primaryKeys()).toEqual(['drawer of today', visitNotesId('kept')])
})

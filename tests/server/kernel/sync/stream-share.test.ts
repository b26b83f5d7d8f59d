import { expect, test } from 'vitest'
import { StreamShare } from '#server/kernel/sync/stream-share.ts'

test('a person keeps the newest twenty streams of all sessions, and closes none of others', () => {
  const share = new StreamShare()
  const ended: string[] = []
  const add = (person: string, session: string) =>
    share.add({ person, session, end: () => ended.push(session) })
  add('other', 'theirs')
  const takeOut = add('me', 's0')
  for (let n = 1; n < 20; n += 1) add('me', `s${n}`)
  expect(ended).toEqual([])
  takeOut()
  add('me', 's20')
  expect(ended).toEqual([])
  add('me', 's21')
  add('me', 's22')
  expect(ended).toEqual(['s1', 's2'])
})

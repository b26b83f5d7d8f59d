import { expect, test } from 'vitest'
import { StreamShare } from '#server/kernel/sync/feed/stream-share.ts'

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

test('a session keeps the newest four streams, and those of other sessions stay', () => {
  const share = new StreamShare()
  const ended: string[] = []
  const add = (session: string, name: string) =>
    share.add({ person: 'me', session, end: () => ended.push(name) })
  add('other', 'other')
  for (const name of ['a', 'b', 'c', 'd']) add('mine', name)
  expect(ended).toEqual([])
  add('mine', 'e')
  expect(ended).toEqual(['a'])
  add('mine', 'f')
  expect(ended).toEqual(['a', 'b'])
})

test('when the server stops all streams end', () => {
  const share = new StreamShare()
  const ended: string[] = []
  for (const name of ['a', 'b']) share.add({ person: name, session: name, end: () => ended.push(name) })
  const takeOut = share.add({ person: 'c', session: 'c', end: () => ended.push('c') })
  takeOut()
  share.endAll()
  expect(ended).toEqual(['a', 'b'])
})

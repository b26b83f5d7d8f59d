import { expect, test } from 'vitest'
import type { QueueKey } from '#contract/registry.ts'
import { editPath, noEditOf } from '#src/sync/outbox/look/edit-path.ts'

const pathOf = (key: QueueKey, isRefused = true) =>
  editPath({ key, id: 'the-id', commandId: 'the-command', isRefused })

test.each<[QueueKey, string]>([
  ['saveReport', '/report/the-id'],
  ['verifyReport', '/report/the-id'],
  ['studies/saveAddendum', '/report/the-id'],
  ['studies/saveBooklet', '/report/the-id'],
  ['addStudyComment', '/study/the-id'],
  ['addStudyDocument', '/study/the-id?tab=documents'],
  ['study/saveCritical', '/study/the-id?open=critical'],
  ['study/updatePatientDtl', '/study/the-id?open=edit'],
  ['appt/save', '/scheduler?edit=the-id'],
  ['patient/save', '/patients?edit=the-id'],
])('%s is edited on its own screen, refused or not', (key, path) => {
  expect([pathOf(key), pathOf(key, false), noEditOf(key)]).toEqual([path, path, undefined])
})

test.each<[QueueKey, string]>([
  ['appt/confirmAppointment', 'nothing_typed'],
  ['study/skip', 'of_the_moment'],
  ['consent/sign', 'signed'],
])('%s is not edited, because %s', (key, why) => {
  expect([pathOf(key), pathOf(key, false), noEditOf(key)]).toEqual([undefined, undefined, why])
})

test('a refused receipt opens in a form under its command, and a waiting one does not', () => {
  expect([pathOf('appt/createReceipts'), pathOf('appt/createReceipts', false)]).toEqual([
    '/sync?edit=the-command',
    undefined,
  ])
})

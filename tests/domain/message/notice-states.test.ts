import { expect, test } from 'vitest'
import { MESSAGE_STATES } from '#domain/message/channels.ts'
import { canSendNotice, noticeReasonWords } from '#domain/message/notice-states.ts'

test('the words of a reason name the open placeholder and no other detail', () => {
  expect(noticeReasonWords('open_placeholder', '%DUE_DATE%')).toBe('Nothing is known for %DUE_DATE%')
  expect(noticeReasonWords('paid', '%DUE_DATE%')).toBe('Nothing is owed any more.')
  expect(noticeReasonWords('opted_out', '')).toBe('The patient is not to be told by this channel.')
})

test('a notice may be sent by hand unless its message is on its way', () => {
  expect(canSendNotice(undefined)).toBe(true)
  expect(MESSAGE_STATES.filter((state) => !canSendNotice(state))).toEqual(['Waiting'])
})

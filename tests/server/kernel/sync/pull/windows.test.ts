import { expect, test } from 'vitest'
import { windowsAt } from '#server/kernel/sync/pull/windows.ts'

const day = (text: string) => ({ from: new Date(`${text}T00:00:00Z`) })

test('each type has its own window, and parts have that of their study or visit', () => {
  const windows = windowsAt(new Date('2026-11-21T10:00:00Z'))
  const [study, visit] = [day('2026-08-21'), day('2026-10-21')]
  expect(windows).toEqual({
    study,
    comment: study,
    document: study,
    addendum: study,
    booklet: study,
    critical: study,
    visit,
    receipt: visit,
    refund: visit,
    visit_comment: visit,
    visit_document: visit,
    treatment: visit,
    prescription: visit,
    consent: visit,
    report: day('2026-11-07'),
    patient: study,
    booking_request: visit,
    notification: visit,
  })
})

test('a window stays the same for a whole day', () => {
  const first = windowsAt(new Date('2026-11-21T00:00:00.000Z'))
  expect(windowsAt(new Date('2026-11-21T23:59:59.999Z'))).toEqual(first)
  expect(windowsAt(new Date('2026-11-20T23:59:59.999Z'))).not.toEqual(first)
})

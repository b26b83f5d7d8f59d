import { afterEach, expect, test, vi } from 'vitest'
import { recordPayment } from '#src/sync/desk/record-payment.ts'
import { findSignedOf } from '#src/sync/desk/signed-of-patient.ts'
import { queueOf, withOfflinePage } from '../support/offline-page.ts'

const id = (end: string) => `01970000-0000-7000-8000-0000000000${end}`
const PAID = { id: id('a1'), rev: 3, branch_id: id('b1'), patient_id: id('a5'), is_radiology: 1 } as const
const CASH = [{ mode: 'Cash', amount: 300 }] as const

afterEach(() => {
  vi.unstubAllGlobals()
})

/** Plays a server that gives this answer to each request; returns what it was sent. */
function serverWith(answer: () => Response): { path: string; body: string }[] {
  const sent: { path: string; body: string }[] = []
  vi.stubGlobal('fetch', async (url: string, { body = '' }: { body?: string }) => {
    sent.push({ path: new URL(url, 'http://localhost').pathname, body })
    return answer()
  })
  return sent
}
const refusal = (status: number) => () => Response.json({ code: 'invalid', message: 'No.' }, { status })

test('a payment that the server confirms has its final receipts, and nothing waits on the device', () =>
  withOfflinePage(async (page) => {
    page.link.set(true)
    const receipts = [{ id: 'r1', receipt_no: 'A17' }]
    const sent = serverWith(() => Response.json({ message: 'Done.', result: { receipts, visit: {} } }))
    expect(await recordPayment(PAID, CASH)).toEqual(receipts)
    expect(sent).toHaveLength(1)
    // No paper shows a provisional number.
    expect(sent[0]?.body).not.toContain('provisional_no')
    expect(await queueOf(page)).toEqual([])
  }))

test.each([400, 404, 409, 422, 424, 426, 428, 430, 499])(
  'a refusal with %i is told, and nothing waits',
  (status) =>
    withOfflinePage(async (page) => {
      page.link.set(true)
      serverWith(refusal(status))
      await expect(recordPayment(PAID, CASH)).rejects.toThrow('No.')
      expect(await queueOf(page)).toEqual([])
    }),
)

test.each([408, 425, 429, 500, 503])('after an answer with %i the payment waits on the device', (status) =>
  withOfflinePage(async (page) => {
    page.link.set(true)
    serverWith(refusal(status))
    expect(await recordPayment(PAID, CASH)).toMatchObject([{ amount: 300, receipt_no: '' }])
    expect((await queueOf(page)).map(({ call }) => call)).toEqual(['appt/createReceipts'])
  }),
)

test('a payment waits if the network fails during the request, and is not sent at all offline', () =>
  withOfflinePage(async (page) => {
    const sent = serverWith(() => {
      throw new TypeError('fetch failed')
    })
    page.link.set(true)
    expect(await recordPayment(PAID, CASH)).toHaveLength(1)
    expect(sent).toHaveLength(1)
    page.link.set(false)
    expect(await recordPayment(PAID, CASH)).toHaveLength(1)
    expect(sent).toHaveLength(1)
    expect(await queueOf(page)).toHaveLength(2)
  }))

test('the server’s signed examinations are used if it has any', () =>
  withOfflinePage(async () => {
    const answer = { examinations: [{ id: 'e', visit_no: 'V', service: 'CT', start_dt: '' }], more: 3 }
    serverWith(() => Response.json({ message: '', result: answer }))
    expect(await findSignedOf(PAID.patient_id, true)).toEqual(answer)
    serverWith(() => Response.json({ message: '', result: { examinations: [], more: 2 } }))
    expect((await findSignedOf(PAID.patient_id, true)).more).toBe(2)
    serverWith(() => Response.json({ message: '', result: { examinations: [], more: 0 } }))
    expect(await findSignedOf(PAID.patient_id, true)).toEqual({ examinations: [], more: 0 })
    serverWith(refusal(500))
    expect(await findSignedOf(PAID.patient_id, true)).toEqual({ examinations: [], more: 0 })
  }))

import fc from 'fast-check'
import { ERROR_CODES, type ErrorCode } from '#contract/kernel/error-codes.ts'
import type { NetworkFault } from '../sim/network.ts'

/** Returns a refusal of our server. */
export const status = (code: ErrorCode, retryAfter?: number): NetworkFault => ({
  kind: 'status',
  status: ERROR_CODES[code].status,
  code,
  ...(retryAfter === undefined ? {} : { retryAfter }),
})

/** Responses sent in the server's place: ours with a code, a gateway's without. */
const ANSWERS: readonly NetworkFault[] = [
  { kind: 'status', status: 401, code: '' },
  status('signed_out'),
  status('conflict'),
  status('refused'),
  status('dependency'),
  status('throttled', 3),
  status('internal'),
  status('unavailable'),
  status('unavailable', 2),
  { kind: 'status', status: 502, code: '', retryAfter: 4 },
  { kind: 'hotel page' },
]

/** Shorter and longer than a person waits, and than a request may take. */
const delay = fc.constantFrom(0, 500, 3_000, 7_000, 20_000, 31_000)

export const networkFault: fc.Arbitrary<NetworkFault> = fc.oneof(
  fc.constant<NetworkFault>({ kind: 'lost request' }),
  { weight: 3, arbitrary: fc.constant<NetworkFault>({ kind: 'lost answer' }) },
  { weight: 2, arbitrary: fc.constant<NetworkFault>({ kind: 'cut answer' }) },
  fc.boolean().map((isDone): NetworkFault => ({ kind: 'silence', isDone })),
  fc.constant<NetworkFault>({ kind: 'twice' }),
  fc
    .constantFrom(100, 2_000, 15_000, 90_000)
    .map((afterMs): NetworkFault => ({ kind: 'late copy', afterMs })),
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('slow' as const), requestMs: delay, answerMs: delay }),
  },
  { weight: 3, arbitrary: fc.constantFrom(...ANSWERS) },
  fc
    .constantFrom<ErrorCode>('refused', 'conflict', 'dependency', 'in_progress', 'internal')
    .map((code): NetworkFault => ({ kind: 'each', code })),
)

export function networkFaultInWords(fault: NetworkFault): string {
  if (fault.kind === 'status')
    return `answer ${fault.status} ${fault.code || 'of a gateway'}${fault.retryAfter === undefined ? '' : `, again after ${fault.retryAfter} s`}`
  if (fault.kind === 'slow') return `slow by ${fault.requestMs} and ${fault.answerMs} ms`
  if (fault.kind === 'late copy') return `a copy arrives ${fault.afterMs} ms later`
  if (fault.kind === 'silence') return `no word comes back${fault.isDone ? ', though it is done' : ''}`
  if (fault.kind === 'each') return `each change is answered ${fault.code}`
  return fault.kind
}

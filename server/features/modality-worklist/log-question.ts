import { COLLECTIVE_PEERS } from '#domain/exchange/kinds.ts'
import type { DicomSet } from '#server/integrations/modality-worklist/matching.ts'
import type { AdmittedAsker, SentItems } from '#server/integrations/modality-worklist/worklist-server.ts'
import type { Exchange } from '#server/kernel/exchanges/exchange.ts'
import { recordExchange } from '#server/kernel/exchanges/record-exchange.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'

interface AnsweredQuestion {
  query: DicomSet
  sent: SentItems
  ms: number
}

/**
 * Logs a C-FIND. Machines repeat the same query all day: the same query with the same number of answers is one row
 * per hour, with a count.
 */
export function logQuestion(
  kernel: Pick<Kernel, 'exchanges'>,
  { clientId, calling }: Pick<AdmittedAsker, 'clientId' | 'calling'>,
  { query, sent, ms }: AnsweredQuestion,
): void {
  const raw = JSON.stringify(query)
  recordExchange(kernel, {
    clientId,
    kind: 'worklist',
    peer: calling,
    ...endOf(sent),
    durationMs: ms,
    bytes: Buffer.byteLength(raw),
    marks: { patIds: textsOf(query.PatientID), accessionNos: textsOf(query.AccessionNumber) },
    raw,
    foldsWith: `${sent} ${raw}`,
  })
}

/** Logs a machine with an unknown title, once an hour. */
export function logUnknownMachine(
  kernel: Pick<Kernel, 'exchanges'>,
  clientId: string,
  calling: string,
): void {
  recordExchange(kernel, {
    clientId,
    kind: 'worklist',
    // An unknown caller may use any title, so all of them are one peer.
    peer: COLLECTIVE_PEERS.unknownMachines,
    outcome: 'refused',
    code: 'calling_ae',
    reason: `No active machine has the AE title ${calling}. Enter it with the machine of the department.`,
    foldsWith: '',
  })
}

function endOf(sent: AnsweredQuestion['sent']): Pick<Exchange, 'outcome' | 'code' | 'reason' | 'found'> {
  if (sent === 'too_many')
    return {
      outcome: 'refused',
      code: 'A700',
      reason: 'The query is too wide: it matches more items than the server sends.',
    }
  if (sent === 'failed')
    return { outcome: 'failed', code: '0110', reason: 'The server failed. See the technical log.' }
  return { outcome: 'ok', code: '0000', found: sent }
}

const textsOf = (value: unknown): string[] =>
  typeof value === 'string' && !/[*?]/.test(value) ? [value] : []

import type { Socket } from 'node:net'
import dimse, { type association, type requests } from 'dcmjs-dimse'
import { type Listener, listen } from '../listener.ts'
import { feedPdus, PduSocket } from './feed-pdus.ts'
import { answerTo, type DicomSet, matchesQuery } from './matching.ts'
import { PDU_MAX_BYTES, PduRefusedError } from './pdu-cutter.ts'

const { Dataset, Scp, constants, log, responses } = dimse
const {
  PresentationContextResult,
  RejectReason,
  RejectResult,
  RejectSource,
  SopClass,
  Status,
  TransferSyntax,
} = constants

/** The transfer syntaxes that every modality speaks, the preferred one first. */
const SYNTAXES = [TransferSyntax.ExplicitVRLittleEndian, TransferSyntax.ImplicitVRLittleEndian]
const SERVED: readonly string[] = [SopClass.ModalityWorklistInformationModelFind, SopClass.Verification]

/** More than this is no worklist: the modality is told that its question is too wide. */
export const ANSWERS_MAX = 500
/** A modality keeps one connection for one question; a hospital has them behind one address. */
const CONNECTIONS = { all: 100, perAddress: 30 }

/** Who may ask, and for what: told apart so that a technician can be told which of the two titles is wrong. */
export type Admission =
  | { kind: 'admitted'; clientId: string }
  | { kind: 'unknown_called' }
  | { kind: 'unknown_calling' }

/** Where the items come from. */
export interface WorklistSource {
  admit: (called: string, calling: string) => Promise<Admission>
  /** Items that may match; `station` narrows them to the machine's own where the query names it. */
  items: (clientId: string, query: DicomSet) => Promise<readonly DicomSet[]>
  /** Something failed on our side; the modality gets a plain failure. */
  failed: (error: unknown) => void
}

/** An item of the worklist that cannot be written as DICOM; it was left out of an answer. Names nobody. */
export class WorklistItemError extends Error {
  constructor(cause: unknown) {
    super('An examination cannot be written as DICOM and was left out of a worklist.', { cause })
    this.name = 'WorklistItemError'
  }
}

export type WorklistServer = Listener

/** Serves the Modality Worklist by C-FIND (PS3.4 annex K), and C-ECHO. The library is never to speak to the console. */
export function startWorklistServer(
  place: { host: string; port: number },
  source: WorklistSource,
): Promise<WorklistServer> {
  log.setLevel('silent')
  const Asked = scpOf(source)
  return listen(place, CONNECTIONS, (socket) => serveModality(socket, Asked, source))
}

function serveModality(socket: Socket, Asked: ReturnType<typeof scpOf>, source: WorklistSource): void {
  const seen = new PduSocket(socket)
  // Its types want a whole socket; it calls `on`, `write` and `setTimeout` only.
  const scp = new Asked(seen as unknown as Socket)
  const fail = (error: unknown) => {
    source.failed(error)
    socket.destroySoon()
  }
  scp.on('networkError', fail)
  feedPdus(socket, seen, () => scp.settled()).catch((error: unknown) => {
    // A connection that ended in the middle is no failure of ours.
    if (error instanceof PduRefusedError) fail(error)
    else socket.destroy()
  })
}

/** One of these serves a connection. */
function scpOf(source: WorklistSource) {
  return class extends Scp {
    #clientId: string | undefined
    #work: Promise<unknown> = Promise.resolve()

    /** Resolves once everything that was asked so far is answered. */
    async settled(): Promise<void> {
      await this.#work
    }

    override associationRequested(asked: association.Association): void {
      const admission = source.admit(asked.getCalledAeTitle().trim(), asked.getCallingAeTitle().trim())
      this.#work = admission.then(
        (answer) => {
          if (answer.kind !== 'admitted') return this.#reject(answer.kind)
          this.#clientId = answer.clientId
          acceptContexts(asked)
          asked.setMaxPduLength(Math.min(asked.getMaxPduLength() || PDU_MAX_BYTES, PDU_MAX_BYTES))
          this.sendAssociationAccept()
        },
        (error: unknown) => {
          source.failed(error)
          this.sendAssociationReject(
            RejectResult.Transient,
            RejectSource.ServiceProviderPresentation,
            RejectReason.TemporaryCongestion,
          )
        },
      )
    }

    #reject(kind: Exclude<Admission['kind'], 'admitted'>): void {
      const reason =
        kind === 'unknown_called' ? RejectReason.CalledAeNotRecognized : RejectReason.CallingAeNotRecognized
      this.sendAssociationReject(RejectResult.Permanent, RejectSource.ServiceUser, reason)
    }

    override cEchoRequest(
      request: requests.CEchoRequest,
      callback: (response: InstanceType<typeof responses.CEchoResponse>) => void,
    ): void {
      const response = responses.CEchoResponse.fromRequest(request)
      response.setStatus(Status.Success)
      callback(response)
    }

    override cFindRequest(
      request: requests.CFindRequest,
      callback: (answers: InstanceType<typeof responses.CFindResponse>[]) => void,
    ): void {
      const respond = (status: number, elements?: DicomSet) => {
        const response = responses.CFindResponse.fromRequest(request)
        if (elements) response.setDataset(new Dataset({ ...elements }, TransferSyntax.ExplicitVRLittleEndian))
        response.setStatus(status)
        return response
      }
      this.#work = this.#answer(request, respond, callback)
    }

    // The library's own callback: it cannot be given a promise.
    async #answer(
      request: requests.CFindRequest,
      respond: (status: number, elements?: DicomSet) => InstanceType<typeof responses.CFindResponse>,
      callback: (answers: InstanceType<typeof responses.CFindResponse>[]) => void,
    ): Promise<void> {
      try {
        const found = await this.#find(request)
        if (found === 'too_many') return callback([respond(Status.OutOfResourcesNumberOfMatches)])
        const pending = found.map((elements) => respond(Status.Pending, elements))
        callback([...pending, respond(Status.Success)])
      } catch (error) {
        source.failed(error)
        callback([respond(Status.ProcessingFailure)])
      }
    }

    async #find(request: requests.CFindRequest): Promise<DicomSet[] | 'too_many'> {
      const query = (request.getDataset()?.getElements() ?? {}) as DicomSet
      if (this.#clientId === undefined) return []
      const items = await source.items(this.#clientId, query)
      // The source stops there as well: what matches may be among those that it left out.
      if (items.length > ANSWERS_MAX) return 'too_many'
      return items
        .filter((item) => matchesQuery(query, item))
        .map((item) => answerTo(query, item))
        .filter((answer) => canBeSent(answer, source))
    }

    override associationReleaseRequested(): void {
      this.sendAssociationReleaseResponse()
    }
  }
}

/** One item that cannot be written must not cost the machine all others: it is reported and left out. */
function canBeSent(answer: DicomSet, source: WorklistSource): boolean {
  try {
    new Dataset({ ...answer }, TransferSyntax.ExplicitVRLittleEndian).getDenaturalizedDataset()
    return true
  } catch (error) {
    source.failed(new WorklistItemError(error))
    return false
  }
}

function acceptContexts(asked: association.Association): void {
  for (const { id } of asked.getPresentationContexts()) {
    const context = asked.getPresentationContext(id)
    const offered = context.getTransferSyntaxUids()
    const syntax = SYNTAXES.find((one) => offered.includes(one))
    if (!SERVED.includes(context.getAbstractSyntaxUid()))
      context.setResult(PresentationContextResult.RejectAbstractSyntaxNotSupported)
    else if (syntax === undefined)
      context.setResult(PresentationContextResult.RejectTransferSyntaxesNotSupported)
    else context.setResult(PresentationContextResult.Accept, syntax)
  }
}

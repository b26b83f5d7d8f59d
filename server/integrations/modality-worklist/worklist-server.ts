import type { Socket } from 'node:net'
import dimse, { type association, type requests } from 'dcmjs-dimse'
import { addressOf, type Listener, listen, type RefusedConnection } from '../listener.ts'
import { answersOf, formOf, type MachineProfile, UNKNOWN_MACHINE } from './answer-query.ts'
import { QueryCollector } from './dicom/query-bytes.ts'
import { type ReadQuery, readSet } from './dicom/read-set.ts'
import { feedPdus, PduSocket } from './feed-pdus.ts'
import type { DicomSet } from './matching.ts'
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

/** The transfer syntaxes that every modality supports, the preferred one first. */
const SYNTAXES = [TransferSyntax.ExplicitVRLittleEndian, TransferSyntax.ImplicitVRLittleEndian]
const SERVED: readonly string[] = [SopClass.ModalityWorklistInformationModelFind, SopClass.Verification]

/** Beyond this, the modality is told that its query is too broad. */
export const ANSWERS_MAX = 500
/** No machine has a smaller limit. */
const PDU_MIN_BYTES = 1_024
/** Refused: out of resources (PS3.4 table C.4-1). The library's own constant is the code of C-MOVE. */
const OUT_OF_RESOURCES = 0xa700
/** A modality keeps one connection per query; a hospital's modalities may share one address. */
const CONNECTIONS = { all: 100, perAddress: 30 }

/** The result of an admission; distinguishes the two AE titles, so that a technician knows which one is wrong. */
export type Admission =
  | { kind: 'admitted'; clientId: string; profile?: MachineProfile }
  | { kind: 'unknown_called' }
  | { kind: 'unknown_calling' }

/** The AE titles that a requester gives, and its address. */
export interface Asker {
  called: string
  calling: string
  address: string
  /** The longest PDU that it accepts, in bytes; 0 if it gives none. */
  pduMax: number
}

/** A machine that was admitted to a client. */
export interface AdmittedAsker extends Asker {
  clientId: string
}

/** The number of items sent, or why none were. */
export type SentItems = number | 'too_many' | 'failed'

/** The provider of the items. */
export interface WorklistSource {
  admit: (asker: Asker) => Promise<Admission>
  /** Returns items that may match. */
  items: (asker: AdmittedAsker, query: DicomSet) => Promise<readonly DicomSet[]>
  /** Called after each response with the query, the number of items sent, and the duration in milliseconds. */
  answered?: (asker: AdmittedAsker, query: ReadQuery, sent: SentItems, ms: number) => void
  /** Called if a connection was closed because too many were open. */
  refused?: (connection: RefusedConnection) => void
  /** Called with our own failures; the modality gets a generic failure. */
  failed: (error: unknown) => void
}

export type WorklistServer = Listener

/** Serves the Modality Worklist by C-FIND (PS3.4 annex K), and C-ECHO. Silences the library's console output. */
export function startWorklistServer(
  place: { host: string; port: number },
  source: WorklistSource,
): Promise<WorklistServer> {
  log.setLevel('silent')
  return listen(place, CONNECTIONS, (socket) => serveModality(socket, source), source.refused)
}

function serveModality(socket: Socket, source: WorklistSource): void {
  const seen = new PduSocket(socket)
  const queries = new QueryCollector()
  // Reads the PDU before the library does, because the library loses the character set.
  seen.on('data', (pdu: Buffer) => queries.take(pdu))
  const scp = new WorklistScp(seen, source, queries, addressOf(socket))
  const fail = (error: unknown) => {
    source.failed(error)
    socket.destroySoon()
  }
  scp.on('networkError', fail)
  feedPdus(socket, seen, () => scp.settled()).catch((error: unknown) => {
    // A connection that ended midway is not our failure.
    if (error instanceof PduRefusedError) fail(error)
    else socket.destroy()
  })
}

/** A response that we encoded ourselves, because the library only writes UTF-8. */
class WrittenSet extends Dataset {
  readonly #bytes: Buffer
  constructor(bytes: Buffer, syntax: string) {
    super({}, syntax)
    this.#bytes = bytes
  }

  override getDenaturalizedDataset(): Buffer {
    return this.#bytes
  }
}

/**
 * Makes all pending responses to a query share one encoded command, because the library needs longer to encode it
 * than we need for the response.
 */
function sameCommand(pending: readonly FindResponse[]): void {
  const bytes = pending[0]?.getCommandDataset()?.getDenaturalizedCommandDataset()
  if (!bytes) return
  const written = new WrittenCommand(bytes)
  for (const response of pending) response.getCommandDataset = () => written
}

/** The bytes of a command that was encoded before. */
class WrittenCommand extends Dataset {
  readonly #bytes: Buffer
  constructor(bytes: Buffer) {
    super({})
    this.#bytes = bytes
  }

  override getDenaturalizedCommandDataset(): Buffer {
    return this.#bytes
  }
}

/** A query that was not read. */
const UNREAD: ReadQuery = { set: {}, characterSet: undefined }

type FindResponse = InstanceType<typeof responses.CFindResponse>

/** Serves the worklist to a machine on one connection. */
class WorklistScp extends Scp {
  readonly #source: WorklistSource
  readonly #queries: QueryCollector
  readonly #address: string
  #asker: AdmittedAsker | undefined
  #profile = UNKNOWN_MACHINE
  #asked: association.Association | undefined
  #work: Promise<unknown> = Promise.resolve()

  // The library's types require a whole socket; it only calls `on`, `write` and `setTimeout`.
  constructor(seen: PduSocket, source: WorklistSource, queries: QueryCollector, address: string) {
    // An unknown character set must not end the connection: we do not use what the library reads.
    super(seen as unknown as Socket, { datasetReadOptions: { ignoreErrors: true } })
    this.#source = source
    this.#queries = queries
    this.#address = address
  }

  /** Resolves once all queries so far are answered. */
  async settled(): Promise<void> {
    await this.#work
  }

  override associationRequested(asked: association.Association): void {
    const asker: Asker = {
      called: asked.getCalledAeTitle().trim(),
      calling: asked.getCallingAeTitle().trim(),
      address: this.#address,
      pduMax: asked.getMaxPduLength(),
    }
    // The library splits responses into parts of this length; with a very small one it would never finish.
    if (asker.pduMax > 0 && asker.pduMax < PDU_MIN_BYTES)
      return this.sendAssociationReject(
        RejectResult.Permanent,
        RejectSource.ServiceUser,
        RejectReason.NoReasonGiven,
      )
    this.#work = this.#source.admit(asker).then(
      (answer) => {
        if (answer.kind !== 'admitted') return this.#reject(answer.kind)
        this.#asker = { ...asker, clientId: answer.clientId }
        this.#profile = answer.profile ?? UNKNOWN_MACHINE
        this.#asked = asked
        acceptContexts(asked)
        asked.setMaxPduLength(Math.min(asked.getMaxPduLength() || PDU_MAX_BYTES, PDU_MAX_BYTES))
        this.sendAssociationAccept()
      },
      (error: unknown) => {
        this.#source.failed(error)
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

  override cFindRequest(request: requests.CFindRequest, callback: (answers: FindResponse[]) => void): void {
    const respond = (status: number, answer?: WrittenSet) => {
      const response = responses.CFindResponse.fromRequest(request)
      if (answer) response.setDataset(answer)
      response.setStatus(status)
      return response
    }
    this.#work = this.#answer(respond, callback)
  }

  // Uses the library's callback, because it does not accept a promise.
  async #answer(
    respond: (status: number, answer?: WrittenSet) => FindResponse,
    callback: (answers: FindResponse[]) => void,
  ): Promise<void> {
    try {
      const found = await this.#find()
      if (found === 'too_many') return callback([respond(OUT_OF_RESOURCES)])
      const pending = found.map((answer) => respond(Status.Pending, answer))
      sameCommand(pending)
      callback([...pending, respond(Status.Success)])
    } catch (error) {
      this.#source.failed(error)
      if (this.#asker) this.#source.answered?.(this.#asker, UNREAD, 'failed', 0)
      callback([respond(Status.ProcessingFailure)])
    }
  }

  async #find(): Promise<WrittenSet[] | 'too_many'> {
    const began = performance.now()
    const asked = this.#queries.takeLast()
    if (this.#asker === undefined || asked === undefined) return []
    const syntax = this.#asked?.getPresentationContext(asked.contextId).getAcceptedTransferSyntaxUid() ?? ''
    const isExplicit = syntax === TransferSyntax.ExplicitVRLittleEndian
    const query = readSet(asked.bytes, isExplicit)
    const items = await this.#source.items(this.#asker, query.set)
    // The source stops there as well, so matching items may be missing.
    if (items.length > ANSWERS_MAX) {
      this.#source.answered?.(this.#asker, query, 'too_many', performance.now() - began)
      return 'too_many'
    }
    const answers = answersOf(query, items, formOf(query, this.#profile, isExplicit), this.#source.failed)
    this.#source.answered?.(this.#asker, query, answers.length, performance.now() - began)
    return answers.map((bytes) => new WrittenSet(bytes, syntax))
  }

  override associationReleaseRequested(): void {
    this.sendAssociationReleaseResponse()
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

import type { Server as NetServer } from 'node:net'
import dimse, { type association, type requests } from 'dcmjs-dimse'
import { answerTo, type DicomSet, matchesQuery } from './matching.ts'

const { Dataset, Scp, Server, constants, log, responses } = dimse
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
/** A modality that says nothing for so long is hung up on. */
const SILENCE_MS = 30_000

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

export interface WorklistServer {
  close: () => Promise<void>
  port: number
}

/** Serves the Modality Worklist by C-FIND (PS3.4 annex K), and C-ECHO. The library is never to speak to the console. */
export async function startWorklistServer(
  { host, port }: { host: string; port: number },
  source: WorklistSource,
): Promise<WorklistServer> {
  log.setLevel('silent')
  const server = new Server(scpOf(source))
  server.on('networkError', (error: unknown) => source.failed(error))
  // Its own signature knows the port alone and would listen on every interface; what it is given goes to node:net.
  server.listen({ host, port } as unknown as number, {
    associationTimeout: SILENCE_MS,
    pduTimeout: SILENCE_MS,
  })
  const { server: net } = server as unknown as { server: NetServer }
  await new Promise<void>((resolve, reject) => {
    if (net.listening) resolve()
    net.once('listening', () => resolve())
    net.once('error', reject)
  })
  const address = net.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () =>
      new Promise((resolve) => {
        net.once('close', () => resolve())
        server.close()
      }),
  }
}

/** The library makes one of these a connection. */
function scpOf(source: WorklistSource): typeof Scp {
  return class extends Scp {
    #clientId: string | undefined

    override associationRequested(asked: association.Association): void {
      const admission = source.admit(asked.getCalledAeTitle().trim(), asked.getCallingAeTitle().trim())
      admission.then(
        (answer) => {
          if (answer.kind !== 'admitted') return this.#reject(answer.kind)
          this.#clientId = answer.clientId
          acceptContexts(asked)
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
      void this.#answer(request, respond, callback)
    }

    // The library's own callback: it cannot be given a promise.
    async #answer(
      request: requests.CFindRequest,
      respond: (status: number, elements?: DicomSet) => InstanceType<typeof responses.CFindResponse>,
      callback: (answers: InstanceType<typeof responses.CFindResponse>[]) => void,
    ): Promise<void> {
      try {
        const found = await this.#find(request)
        const isTooMany = found.length > ANSWERS_MAX
        const pending = isTooMany ? [] : found.map((elements) => respond(Status.Pending, elements))
        const status = isTooMany ? Status.OutOfResourcesNumberOfMatches : Status.Success
        callback([...pending, respond(status)])
      } catch (error) {
        source.failed(error)
        callback([respond(Status.ProcessingFailure)])
      }
    }

    async #find(request: requests.CFindRequest): Promise<DicomSet[]> {
      const query = (request.getDataset()?.getElements() ?? {}) as DicomSet
      if (this.#clientId === undefined) return []
      const items = await source.items(this.#clientId, query)
      return items.filter((item) => matchesQuery(query, item)).map((item) => answerTo(query, item))
    }

    override associationReleaseRequested(): void {
      this.sendAssociationReleaseResponse()
    }
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

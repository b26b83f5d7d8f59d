import dimse from 'dcmjs-dimse'

export interface Question {
  port: number
  /** The machine's own AE title, and the title that it calls. */
  aet: string
  called: string
  /** Values of matched attributes, in addition to the requested ones. */
  keys?: Readonly<Record<string, string>>
  step?: Readonly<Record<string, string>>
}

/** The attributes that a present-day machine requests; the library's own list has some sixty. */
const ASKED = [
  'AccessionNumber',
  'PatientName',
  'PatientID',
  'PatientBirthDate',
  'PatientSex',
  'StudyInstanceUID',
  'RequestedProcedureDescription',
] as const
const ASKED_OF_STEP = ['Modality', 'ScheduledStationAETitle', 'ScheduledProcedureStepStartDate'] as const

const empty = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, '']))

/**
 * Sends one worklist query as a machine does (C-FIND, in its own association). Resolves with the number of
 * items; rejects if the query is refused, fails, or ends before the last response.
 */
export function askMachine({ port, aet, called, keys = {}, step = {} }: Question): Promise<number> {
  dimse.log.setLevel('silent')
  const { constants, requests } = dimse
  return new Promise((found, failed) => {
    let count = 0
    const request = new requests.CFindRequest()
    request.setAffectedSopClassUid(constants.SopClass.ModalityWorklistInformationModelFind)
    request.setDataset(
      new dimse.Dataset({
        ...empty(ASKED),
        ...keys,
        ScheduledProcedureStepSequence: [{ ...empty(ASKED_OF_STEP), ...step }],
      }),
    )
    request.on('response', (response: { getStatus: () => number }) => {
      const status = response.getStatus()
      if (status === constants.Status.Pending) count += 1
      else if (status === constants.Status.Success) found(count)
      else failed(new Error(`The worklist answered ${status.toString(16)}.`))
    })
    const client = new dimse.Client()
    client.addRequest(request)
    client.on('networkError', (error: unknown) =>
      failed(error instanceof Error ? error : new Error(String(error))),
    )
    client.on('associationRejected', () => failed(new Error('The machine was refused.')))
    client.on('close', () => failed(new Error('The connection ended before the last answer.')))
    client.send('127.0.0.1', port, aet, called)
  })
}

import { describe, expect, test } from 'vitest'
import { readAcknowledgement } from '#server/integrations/hl7/acknowledgement.ts'
import { buildAck } from '#server/integrations/hl7/build-ack.ts'
import { readOrders } from '#server/integrations/hl7/read-order.ts'

const MSH = 'MSH|^~\\&|HIS|CITY|READROOM|SANJEEVANI|20261121093000||ORM^O01|MSG1|P|2.5.1'
const PID = 'PID|1||MRN7^^^CITY||Rao^Meera||19800304|F|||||+91 98200 11111'
const PV1 = 'PV1|1|I|W3^12^B^Andheri||||D9^Shah^Rohan|D9^Shah^Rohan|||||||||||IP55'
const ORC = 'ORC|NW|ORD1||||||||||D9^Shah^Rohan'
const OBR = 'OBR|1|ORD1||CTCH^CT Chest|||||||||Cough|||||ACC9||||||CT|||^^^202611221030'
const message = (...lines: string[]) => lines.join('\r')

test('an order is read with its patient, location and time', () => {
  const read = readOrders(message(MSH, PID, PV1, ORC, OBR, 'NTE|1||Fasting\\T\\calm'))
  expect(read).toEqual({
    ok: true,
    header: {
      application: 'HIS',
      facility: 'CITY',
      receivingApplication: 'READROOM',
      receivingFacility: 'SANJEEVANI',
      controlId: 'MSG1',
      type: 'ORM^O01',
      time: '20261121093000',
    },
    patient: {
      patId: 'MRN7',
      patIdAuthority: 'CITY',
      fname: 'Meera',
      lname: 'Rao',
      dob: '1980-03-04',
      dobGiven: '',
      gender: 'Female',
      mobile: '919820011111',
      ipNo: 'IP55',
      bedNo: 'W3-12-B',
      place: 'Andheri',
      referrer: 'Rohan Shah',
    },
    orders: [
      {
        control: 'new',
        code: 'NW',
        placerNo: 'ORD1',
        placerAuthority: '',
        accessionNo: 'ACC9',
        description: 'CT Chest',
        modality: 'CT',
        reason: 'Cough\nFasting&calm',
        start: '202611221030',
        startGiven: '',
        priority: '',
        studyUid: '',
        time: '',
        referrer: 'Rohan Shah',
      },
    ],
  })
})

test('an OMI has number and modality in its IPC, and every ORC begins an order', () => {
  const omi = MSH.replace('ORM^O01', 'OMI^O23^OMI_O23')
  const ipc = 'IPC|ACC77||||MR'
  const read = readOrders(message(omi, PID, ORC, OBR, ipc, 'ORC|CA|ORD2', 'OBR|1|ORD2'))
  expect(
    read.ok &&
      read.orders.map(({ control, placerNo, accessionNo, modality }) => [
        control,
        placerNo,
        accessionNo,
        modality,
      ]),
  ).toEqual([
    ['new', 'ORD1', 'ACC77', 'MR'],
    ['cancel', 'ORD2', '', ''],
  ])
})

test('line ends of Linux are also read', () => {
  expect(readOrders([MSH, PID, ORC, OBR].join('\n')).ok).toBe(true)
})

describe('errors are named by segment and field:', () => {
  test.each<[string, string[], string]>([
    ['no HL7 at all', ['hello'], 'MSH'],
    ['a broken segment', [MSH, PID, 'O|NW', OBR], 'segment 3'],
    ['no control id', [MSH.replace('MSG1', ''), PID, ORC, OBR], 'MSH-10'],
    ['another kind of message', [MSH.replace('ORM^O01', 'ADT^A01'), PID, ORC, OBR], 'MSH-9'],
    ['no patient', [MSH, ORC, OBR], 'PID'],
    ['no name', [MSH, 'PID|1||MRN7||^', ORC, OBR], 'PID-5'],
    ['no order', [MSH, PID, PV1], 'ORC'],
    ['an order control that is not known', [MSH, PID, ORC.replace('NW', 'ZZ'), OBR], 'ORC-1'],
    ['no order number', [MSH, PID, 'ORC|NW', 'OBR|1|||CT'], 'ORC-2'],
    ['no examination', [MSH, PID, ORC, 'OBR|1|ORD1'], 'OBR-4'],
    ['marks that are letters', [MSH.replace('|^~', '|ab'), PID, ORC, OBR], 'MSH-2'],
  ])('%s', (_, lines, place) => {
    const read = readOrders(message(...lines))
    expect(read.ok ? 'taken' : read.error.place).toBe(place)
  })
})

/** Reads the first order of a message with these segments. */
function orderIn(...lines: string[]) {
  const read = readOrders(message(MSH, PID, ...lines))
  if (!read.ok) throw new Error(`${read.error.place}: ${read.error.rule}`)
  return read.orders[0]
}
function patientIn(pid: string, idTypes?: string[]) {
  const read = readOrders(message(MSH, pid, ORC, OBR), { idTypes })
  if (!read.ok) throw new Error(`${read.error.place}: ${read.error.rule}`)
  return read.patient
}

describe('the request of a sender (ORC-1)', () => {
  test.each([
    ['NW', 'new'],
    ['SN', 'new'],
    ['', 'new'],
    ['XO', 'change'],
    ['CA', 'cancel'],
    ['OC', 'cancel'],
    ['DC', 'cancel'],
    ['HD', 'hold'],
    ['RL', 'release'],
    ['SC', 'nothing'],
    ['OK', 'nothing'],
  ])('%s', (code, control) => {
    expect(orderIn(`ORC|${code}|ORD1`, OBR)?.control).toBe(control)
  })

  test.each([
    ['CA', 'cancel'],
    ['HD', 'hold'],
    ['IP', 'nothing'],
  ])('SC with the status %s', (status, control) => {
    expect(orderIn(`ORC|SC|ORD1|||${status}`, OBR)?.control).toBe(control)
  })
})

describe('the number of a patient', () => {
  const pid = (ids: string) => PID.replace('MRN7^^^CITY', ids)
  test.each([
    ['V1^^^CITY^VN~M1^^^CITY^MR', undefined, 'M1', 'CITY'],
    ['P1^^^A&1.2.3&ISO^PI~M1^^^B^MR', ['PI', 'MR'], 'P1', 'A'],
    ['P1^^^A^PI~M1^^^B^MR', ['MR', 'PI'], 'M1', 'B'],
    ['V1^^^CITY^VN~N1', undefined, 'N1', ''],
    ['X1^^^C^ZZ', ['MR'], 'X1', 'C'],
  ])('of %s with %o is %s', (ids, types, id, authority) => {
    expect(patientIn(pid(ids), types)).toMatchObject({ patId: id, patIdAuthority: authority })
  })
})

test('OBR-13 is read beside OBR-31, and nothing twice', () => {
  const obr = (relevant: string, reason: string) =>
    `OBR|1|ORD1||CT^CT|||||||||${relevant}||||||||||||||||||${reason}`
  expect(orderIn(ORC, obr('Asthma~Smoker', 'R05^Cough'))?.reason).toBe('Cough\nAsthma\nSmoker')
  expect(orderIn(ORC, obr('Cough', '^Cough'))?.reason).toBe('Cough')
})

test('TQ1, IPC and ZDS give the time, the urgency and the study', () => {
  const tq1 = 'TQ1|1||||||202611230900+0530||S'
  expect(orderIn(ORC, tq1, OBR, 'ZDS|1.2.3^A^Application^DICOM')).toMatchObject({
    start: '202611230900+0530',
    priority: 'S',
    studyUid: '1.2.3',
  })
  expect(orderIn(ORC, OBR, 'IPC|ACC7|RP1|1.2.4|SPS1|MR')).toMatchObject({ studyUid: '1.2.4', modality: 'MR' })
})

test('an invalid time is kept as written', () => {
  expect(orderIn(ORC, OBR.replace('202611221030', 'tomorrow'))).toMatchObject({
    start: '',
    startGiven: 'tomorrow',
  })
})

test('a number has the authority of ORC-2, or of OBR-2 if only that names it', () => {
  expect(orderIn('ORC|NW|O1^WARD^1.2^ISO', 'OBR|1|O1||CT')).toMatchObject({
    placerNo: 'O1',
    placerAuthority: 'WARD',
  })
  expect(orderIn('ORC|NW|O1', 'OBR|1|O1^WARD||CT')).toMatchObject({ placerAuthority: 'WARD' })
  expect(orderIn('ORC|NW|O1', 'OBR|1|O2^WARD||CT')).toMatchObject({ placerNo: 'O1', placerAuthority: '' })
})

test('formatting and highlighting are read as text', () => {
  const obr = OBR.replace('Cough', '\\H\\Cough\\N\\\\.br\\5 \\S\\ 3 \\F\\ \\E\\ \\R\\ \\XC3A9\\')
  expect(orderIn(ORC, obr)?.reason).toBe('Cough\n5 ^ 3 | \\ ~ é')
})

test('a message without an escaped ampersand keeps it', () => {
  expect(orderIn(ORC, OBR.replace('CT Chest', 'Chest & Neck'))?.description).toBe('Chest & Neck')
})

test('the acknowledgement names the message and is readable by any sender', () => {
  const read = readOrders(message(MSH, PID, ORC, OBR))
  const at = new Date('2026-11-21T09:30:00Z')
  const ack = buildAck(read.header, { code: 'AA' }, at)
  expect(readAcknowledgement(ack, 'MSG1')).toBe('AA')
  expect(ack.split('\r')[0]).toContain('|READROOM|SANJEEVANI|HIS|CITY|')
  const refused = buildAck(read.header, { code: 'AE', place: 'ORC-1', words: 'ORC-1: no | such order' }, at)
  expect(() => readAcknowledgement(refused, 'MSG1')).toThrow(/ORC-1: no \| such order/)
})

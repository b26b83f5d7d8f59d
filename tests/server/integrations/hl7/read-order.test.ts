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

test('an order is read with its patient, place and time', () => {
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
    },
    patient: {
      patId: 'MRN7',
      fname: 'Meera',
      lname: 'Rao',
      dob: '1980-03-04',
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
        placerNo: 'ORD1',
        accessionNo: 'ACC9',
        description: 'CT Chest',
        modality: 'CT',
        reason: 'Cough\nFasting&calm',
        start: '202611221030',
      },
    ],
  })
})

test('an OMI names number and modality in its IPC, and every ORC begins an order', () => {
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

test('lines that end as on Linux are read too', () => {
  expect(readOrders([MSH, PID, ORC, OBR].join('\n')).ok).toBe(true)
})

describe('what is wrong is named by segment and field:', () => {
  test.each<[string, string[], string]>([
    ['no HL7 at all', ['hello'], 'MSH'],
    ['a broken segment', [MSH, PID, 'O|NW', OBR], 'segment 3'],
    ['no control id', [MSH.replace('MSG1', ''), PID, ORC, OBR], 'MSH-10'],
    ['another kind of message', [MSH.replace('ORM^O01', 'ADT^A01'), PID, ORC, OBR], 'MSH-9'],
    ['no patient', [MSH, ORC, OBR], 'PID'],
    ['no name', [MSH, 'PID|1||MRN7||^', ORC, OBR], 'PID-5'],
    ['a day that is none', [MSH, PID.replace('19800304', '19801399'), ORC, OBR], 'PID-7'],
    ['no order', [MSH, PID, PV1], 'ORC'],
    ['an order control that is not known', [MSH, PID, ORC.replace('NW', 'ZZ'), OBR], 'ORC-1'],
    ['no order number', [MSH, PID, 'ORC|NW', 'OBR|1|||CT'], 'ORC-2'],
    ['no examination', [MSH, PID, ORC, 'OBR|1|ORD1'], 'OBR-4'],
    ['a time that is none', [MSH, PID, ORC, OBR.replace('202611221030', 'tomorrow')], 'OBR-36'],
  ])('%s', (_, lines, place) => {
    const read = readOrders(message(...lines))
    expect(read.ok ? 'taken' : read.error.place).toBe(place)
  })
})

test('the acknowledgement names the message and can be read by any sender', () => {
  const read = readOrders(message(MSH, PID, ORC, OBR))
  const at = new Date('2026-11-21T09:30:00Z')
  const ack = buildAck(read.header, { code: 'AA' }, at)
  expect(readAcknowledgement(ack, 'MSG1')).toBe('AA')
  expect(ack.split('\r')[0]).toContain('|READROOM|SANJEEVANI|HIS|CITY|')
  const refused = buildAck(read.header, { code: 'AE', place: 'ORC-1', words: 'ORC-1: no | such order' }, at)
  expect(() => readAcknowledgement(refused, 'MSG1')).toThrow(/ORC-1: no \| such order/)
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/**
 * Files that may show a time in the reader's own zone, with the reason: every other time is a branch's
 * (branchZone).
 */
const ALLOWED: Readonly<Record<string, string>> = {
  'src/sync/session/session-state.ts': 'declares it',
  'src/sync/session/branch-zone.ts': 'gives it on',
  'src/sync/api/call-bare.ts': 'calls before anybody is signed in',
  'src/sync/api/call-from-worker.ts': 'a worker has no session; what it asks names its zone itself',
  'src/sync/browser-device.ts': 'the stream, whose answers hold no days',
  'src/ui/time/time-in-both.ts': 'says both',
  'src/app/frame/ZoneNote.tsx': 'compares it with the branch’s',
  'src/app/frame/link-and-queue-parts.ts': 'since when this device is offline',
  'src/app/frame/patient/PatientTop.tsx': 'since when this device is offline',
  'src/features/sync-centre/': 'what happened on this device',
  'src/features/devices/': 'sign-ins and devices of people, who may be anywhere',
  'src/parts/delivery/DeliveryMark.tsx': 'when this device kept it',
  'src/features/report/delivery/DeliveryState.tsx': 'when this device kept the text',
  'src/features/report/ReportNotes.tsx': 'when this device kept the text',
  'src/parts/notifications/ParkedItem.tsx': 'when it was done on this device',
  'src/features/shared-study/SharedResults.tsx': 'where the study has no branch',
  'src/features/verify-signature/': 'a page for anybody; it names the zone',
}

const READS = /\bREADER_ZONE\b|resolvedOptions\(\)\.timeZone/

const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))

const isUnder = (file: string, place: string) =>
  place.endsWith('/') ? file.startsWith(place) : file === place

test('only listed files show a time in the reader’s own zone', () => {
  const reading = filesUnder('src').filter((file) => READS.test(readFileSync(file, 'utf8')))
  expect(reading.filter((file) => !Object.keys(ALLOWED).some((place) => isUnder(file, place)))).toEqual([])
  // A file that no longer reads it must leave the list.
  expect(Object.keys(ALLOWED).filter((place) => !reading.some((file) => isUnder(file, place)))).toEqual([])
})

test('pure rules and papers receive the zone', () => {
  const asking = ['domain', 'render', 'contract'].flatMap(filesUnder)
  expect(asking.filter((file) => /resolvedOptions\(\)/.test(readFileSync(file, 'utf8')))).toEqual([])
})

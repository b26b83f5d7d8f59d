import { Select } from '@mantine/core'
import { useState } from 'react'
import { importCalls } from '#contract/calls/excel-import.ts'
import { type UserRecord, user } from '#contract/masters/user.ts'
import { refDoctorKey } from '#domain/masters/ref-doctor-sheet.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { announceMaster } from '#src/sync/masters/master-news.ts'
import { readMastersOnce } from '#src/sync/masters/read-masters-once.ts'
import { refreshCopies } from '#src/sync/masters/use-masters.ts'
import type { PreviewRow } from '#src/workers/excel-client.ts'
import { IMPORT_WORDS as WORDS } from '../words.ts'
import { SheetImport } from './SheetImport.tsx'

const TYPES = ['Doctor', 'Hospital'] as const
type Type = (typeof TYPES)[number]
const TIMEOUT_MS = 60_000

export interface RefDoctorImportProps {
  onClose: () => void
}

const SHEET = { kind: 'refDoctors' } as const

/**
 * Imports referral doctors or hospitals, for the client's administrator (docs/masters.md#people,
 * docs/masters.md#lists).
 */
export function RefDoctorImport({ onClose }: RefDoctorImportProps) {
  const [type, setType] = useState<Type>('Doctor')
  const taken = async () => (await readMastersOnce(user, { is_ref_doctor: 1 })).map(keyOf)
  const send = async (rows: readonly PreviewRow[]) => {
    const records = rows.map(({ id, cells }) => ({ id, ...cells }))
    const input = { ref_doctor_type: type, records }
    return (await callApi(importCalls.refDoctors, input, { timeoutMs: TIMEOUT_MS })).result
  }
  return (
    <SheetImport
      title={WORDS.refDoctors}
      sheet={SHEET}
      taken={taken}
      sampleName="referral-doctors-sample.xlsx"
      send={send}
      onStands={() => {
        announceMaster('user')
        refreshCopies()
      }}
      onClose={onClose}
    >
      <Select
        label={WORDS.type}
        data={[...TYPES]}
        value={type}
        onChange={(value) => setType(value ?? 'Doctor')}
        allowDeselect={false}
        w={220}
      />
    </SheetImport>
  )
}

const keyOf = ({ fname, lname, mobile }: Pick<UserRecord, 'fname' | 'lname' | 'mobile'>) =>
  refDoctorKey({ fname, lname: lname ?? '', mobile })

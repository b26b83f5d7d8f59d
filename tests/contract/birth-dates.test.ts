import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { CALLS } from '#contract/registry.ts'

/** Inputs that write a birth date, with the test in which they refuse 1700 and 2030. */
const WRITE: Readonly<Record<string, string>> = {
  'patient/save dob': 'tests/server/features/patients/save-patient.test.ts',
  'patient/saveAppointmentRequest dob': 'tests/server/features/patients/own-bookings.test.ts',
  'study/updatePatientDtl fields.pat_birthdate': 'tests/server/features/study-edit/study-edit.test.ts',
}

/** Inputs that only search by a birth date, or name a seen one. */
const LOOK = [
  'patient/likely dob',
  'patients dob',
  'patients/ALL dob',
  'study/updatePatientDtl seen.pat_birthdate',
]

interface Def {
  shape?: Record<string, z.ZodMiniType>
  innerType?: z.ZodMiniType
  element?: z.ZodMiniType
  options?: readonly z.ZodMiniType[]
  in?: z.ZodMiniType
}

/** Returns every path of an input, as zod keeps its parts. */
function pathsOf(schema: z.ZodMiniType, path: string): string[] {
  const {
    shape = {},
    innerType,
    element,
    options = [],
    in: input,
  } = (schema as unknown as { _zod: { def: Def } })._zod.def
  const inner = [innerType, element, input, ...options].flatMap((part) => (part ? pathsOf(part, path) : []))
  const fields = Object.entries(shape).flatMap(([name, part]) =>
    pathsOf(part, path === '' ? name : `${path}.${name}`),
  )
  return [path, ...inner, ...fields]
}

test('each input with a birth date is listed: a new one refuses impossible dates, in a test that is named here', () => {
  const found = [...CALLS.values()].flatMap(({ key, input }) =>
    pathsOf(input, '')
      .filter((path) => /(^|[._])(dob|birth\w*)$/.test(path))
      .map((path) => `${key} ${path}`),
  )
  expect([...new Set(found)].toSorted()).toEqual([...Object.keys(WRITE), ...LOOK].toSorted())
})

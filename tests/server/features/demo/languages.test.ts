import { afterAll, beforeAll, expect, test } from 'vitest'
import { CENTRES } from '#server/features/demo/centres.ts'
import { openTestDatabase, type TestDatabase } from '#tests/helpers/database/test-database.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase({ hasDemo: true })
})
afterAll(() => db.close())

test('the demo has a branch whose patients read Hindi, and patients who read Hindi and Arabic', async () => {
  const found: string[] = []
  for (const { id } of CENTRES)
    await db.database.tenant(id, async (tx) => {
      const branches = await tx.selectFrom('branch').select(['name', 'patient_language']).execute()
      const patients = await tx
        .selectFrom('patient as p')
        .innerJoin('visit as v', 'v.patient_id', 'p.id')
        .select('p.language')
        .distinct()
        .where('p.language', 'is not', null)
        .execute()
      found.push(
        ...branches.flatMap(({ name, patient_language }) =>
          patient_language ? [`${name} ${patient_language}`] : [],
        ),
      )
      found.push(...patients.map(({ language }) => `patient ${language}`))
    })
  expect(found.toSorted()).toEqual(['Sanjeevani Kothrud hi', 'patient ar', 'patient en', 'patient hi'])
})

import { expect, test } from 'vitest'
import { activeAt } from '#domain/sharing/activation.ts'
import type { LocalRecords } from '#src/sync/effects/effect.ts'
import { portalEffects } from '#src/sync/effects/portal-effects.ts'
import { studyRowOf } from '#tests/helpers/device/study-row.ts'

const AUTHOR = { userId: 'u', name: 'Shilpa Rane', at: '2026-11-21T17:45:02.000Z' }
const LOCAL = {} as LocalRecords
const study = studyRowOf({
  id: 'study',
  is_active_for_patient: 1,
  active_until: '2026-11-01T00:00:00.000Z',
})
const now = new Date(AUTHOR.at)

test('reactivating an expired study shows it as active at once, until the new end', async () => {
  expect(activeAt(study, now)).toBe(0)
  const input = { study_id: 'study', no_of_days: 30 }
  const [patch] = await portalEffects.activateStudyPatient.patches(input, LOCAL, AUTHOR)
  expect(patch?.change).toEqual({
    is_active_for_patient: 1,
    active_until: '2026-12-21T17:45:02.000Z',
  })
  expect(activeAt({ ...study, ...patch?.change }, now)).toBe(1)
})

test('deactivating removes the end', async () => {
  const [patch] = await portalEffects.deactivateStudyPatient.patches({ study_id: 'study' }, LOCAL, AUTHOR)
  expect(patch?.change).toEqual({ is_active_for_patient: 0, active_until: null })
})

import { renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { ReportRevision } from '#src/parts/report-preview/revisions.ts'
import { revisionDetail, useRevisions } from '#src/parts/report-preview/revisions.ts'
import { detail, report } from '#tests/features/report/fixtures.ts'

const world = vi.hoisted(() => ({ versions: [] as unknown[] }))
vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: true }) }))
vi.mock('#src/sync/api/use-call.ts', () => ({ useCall: () => ({ answer: { result: world.versions } }) }))

const version = (rev: number, change: Partial<ReportRevision>): ReportRevision => ({
  id: `v${rev}`,
  report_id: report().id,
  report_no: 1,
  rev,
  status: 'Signed',
  report_data: '<p>As it was.</p>',
  conclusion: '',
  recommendation: '',
  created: `2026-11-20T1${rev}:00:00Z`,
  created_by_name: 'Dr Asha',
  signed_hash: 'first',
  is_superseded: 1,
  ...change,
})

test('a replaced text is offered once, by its signature, however often it was stored afterwards', () => {
  world.versions = [
    version(6, { signed_hash: 'third', is_superseded: 0 }),
    version(5, { signed_hash: 'second', created_by_name: 'Dr Omar' }),
    version(4, { created_by_name: 'Dr Lena', status: 'Signed' }),
    version(3, { created_by_name: 'Dr Anjali', status: 'Verified' }),
    version(2, {}),
    version(1, { signed_hash: '', status: 'Draft', is_superseded: 0 }),
  ]
  const { result } = renderHook(() => useRevisions('study'))
  expect(result.current.map(({ rev }) => rev)).toEqual([5, 2])
})

test('its paper names the signer and the time, and no verifier', () => {
  const now = report({ status: 'Verified', signed_by_doctor: 'Dr Omar', verified_by_user: 'Dr Anjali' })
  const [shown] = revisionDetail(detail({ reports: [now] }), version(2, {})).reports
  expect(shown).toMatchObject({
    report_data: '<p>As it was.</p>',
    signed_by_doctor: 'Dr Asha',
    signed_on: '2026-11-20T12:00:00Z',
    verified_by_user: '',
    verified_on: null,
  })
})
